def open_picture(data, name=""):
    raise NotImplementedError
