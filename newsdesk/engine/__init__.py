"""Classify with ONNX Runtime: model folders, preprocessing, the classifier and its worker."""
