"""Files to Articles: every file gives articles, or a sentence that says why not."""
