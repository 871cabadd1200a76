"""What a student learns from its teacher: which layer from which, by which losses."""
