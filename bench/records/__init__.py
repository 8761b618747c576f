"""Records: forums with exact truth, paper B's tables and ours."""
