"""Part `single`: one article of 256 tokens, beside the same weights in torch."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

import numpy as np
import torch
from transformers import AutoTokenizer

from benchmarks.figures import Figure, Size
from benchmarks.models import shipped_model, threads
from benchmarks.torch_twin import torch_twin
from newsdesk.core.article import Article
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.preprocess import TextEncoder, pad
from newsdesk.engine.runtime import load_graph

MOST_OF_TORCH = 0.6
TOKENS = 256
# torch's idle threads go on spinning for a moment; they must not slow down the other side.
_REST_S = 0.02
_ARTICLE = Article("Council agrees budget", "The council met on Monday to agree its budget. " * 60)


def measure(size: Size) -> list[Figure]:
    """From text to probabilities on both sides, and both networks alone; turn and turn about."""
    count = threads()
    torch.set_num_threads(count)
    model = shipped_model()
    classifier = Classifier(model, threads=count)
    graph = load_graph(model.onnx(), threads=count)
    network, tokenizer = torch_twin(model.path), AutoTokenizer.from_pretrained(model.path)
    encoder = TextEncoder.from_folder(model.path, model.manifest.preprocessing)
    ids, mask, types = pad([encoder.encode(_ARTICLE.title, _ARTICLE.body)], encoder.pad_id)
    if ids.shape[1] != TOKENS:
        raise AssertionError(f"the article has {ids.shape[1]} tokens, not {TOKENS}")
    tensors = {
        "input_ids": torch.from_numpy(ids),
        "attention_mask": torch.from_numpy(mask),
        "token_type_ids": torch.from_numpy(types),
    }
    arrays = {name: np.ascontiguousarray(tensor) for name, tensor in tensors.items()}

    def in_torch() -> object:
        given = tokenizer(
            _ARTICLE.title,
            _ARTICLE.body,
            truncation=True,
            max_length=TOKENS,
            return_tensors="pt",
        )
        return network(**given).logits.softmax(-1).tolist()

    with torch.inference_mode():
        ours, theirs, graph_alone, torch_alone = medians(
            [
                lambda: classifier.classify([_ARTICLE]),
                in_torch,
                lambda: graph.run(**arrays),
                lambda: network(**tensors).logits,
            ],
            size.calls,
        )
    return [
        Figure("one article in torch, text to probabilities", theirs * 1000, "ms"),
        Figure("one article in Newsdesk, text to probabilities", ours * 1000, "ms"),
        Figure("… as part of torch's time", ours / theirs, "×", MOST_OF_TORCH),
        Figure("the network alone in torch", torch_alone * 1000, "ms"),
        Figure("the network alone in Newsdesk", graph_alone * 1000, "ms"),
        Figure("… as part of torch's time, alone", graph_alone / torch_alone, "×", MOST_OF_TORCH),
    ]


def medians(sides: Sequence[Callable[[], object]], calls: int) -> list[float]:
    """Median seconds of every side over so many calls, the sides taking turns."""
    seconds: list[list[float]] = [[] for _ in sides]
    for call in range(-3, calls):
        for side, taken in zip(sides, seconds, strict=True):
            time.sleep(_REST_S)
            begun = time.perf_counter()
            side()
            if call >= 0:
                taken.append(time.perf_counter() - begun)
    return [statistics.median(taken) for taken in seconds]
