"""Features as points in the plane: PCA, t-SNE and UMAP, step by step."""
