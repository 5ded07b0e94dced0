// The advice if the service answers for another repository than the one asked for.

export const OTHER_REPOSITORY_ADVICE: readonly string[] = [
  'Check the input `repository-id`, or leave it out so that the repository is looked up.',
  'If it is right, tell whoever runs the service: its answer is for another repository.',
];
