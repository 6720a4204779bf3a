"""The image that the promise is measured on: the benchmarks read the same one."""

from bench.sample import IMAGE_ID, NONE, NOW, corners, image_tree, ocr

__all__ = ["IMAGE_ID", "NONE", "NOW", "corners", "image_tree", "ocr"]
