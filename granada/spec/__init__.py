"""The specification that runs: chapters and cases, questions and their answers, grading, judging one question."""
