"""The sections: a bar for each, the decision, and what two people decide."""
