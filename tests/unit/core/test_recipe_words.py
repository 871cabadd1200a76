"""A wrong specification is told in words that help whoever wrote it."""

from __future__ import annotations

import pytest

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import parse_recipe

HEAD = 'recipe = "finetune"\nname = "x"\nencoder = "y"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "[tuning]\nepoch = 3", "[tuning] has no field epoch; epochs may be meant."),
        (HEAD + "colour = 3", "it has no field colour."),
        ('recipe = "finetune"\nname = "x"', "it does not give encoder."),
        (HEAD + "[tuning]\nepochs = 'two'", "tuning.epochs must be a whole number."),
        (HEAD + "[tuning]\nepochs = 0", "tuning.epochs must be a whole number of at least 1."),
        (HEAD + "[tuning]\nencoder_rate = 0.0", "must be a number above 0.0."),
        (HEAD + "[sweep]\nway = 'all'", "sweep.way is 'all' and can be grid, single or staged."),
        (HEAD + "[schedule]\nnight = 'late'", "two times such as 22:00-06:00, or nothing."),
        (HEAD.replace('"x"', '"a b"'), "letters, digits, - _ and . only"),
        ("name =", "is wrong: "),
    ],
)
def test_what_is_wrong_is_named_with_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(TrainingError) as caught:
        parse_recipe(text, "mine.toml")
    assert said in caught.value.problem.message
    assert "`" not in caught.value.problem.message
