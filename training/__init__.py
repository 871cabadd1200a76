"""Make models: data, network, recipe, export. Never imports Qt; `newsdesk` never imports this."""
