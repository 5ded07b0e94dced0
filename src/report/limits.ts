// Owns the limits of the places that documents go to, each with its unit and source.

/**
 * Characters of a comment. GitHub refuses more than 65,536 (REST, "Create an issue comment": "body is too long
 * (maximum is 65536 characters)"); a little less leaves room for how characters are counted.
 */
export const MAX_COMMENT_CHARACTERS = 65_000;

/** Bytes of a step's job summary on disk: 1 MiB, above which the runner drops it (docs: workflow commands, "Step isolation and limits"). */
export const MAX_SUMMARY_BYTES = 1024 * 1024;

/** Annotations of one level that the runner keeps of a step (actions/runner, ExecutionContext). */
export const MAX_WORKFLOW_ANNOTATIONS_A_LEVEL = 10;

/** Characters of a workflow command's message before the runner cuts it (actions/runner, ExecutionContext). */
export const MAX_WORKFLOW_MESSAGE_CHARACTERS = 4_096;

/** Characters of one title in a document: ours, so that a finding stays one line. */
export const MAX_TITLE_CHARACTERS = 200;

/** Characters of one summary in a document: ours, so that one finding cannot push out the others. */
export const MAX_SUMMARY_TEXT_CHARACTERS = 2_000;

/** Scans in the sparkline of the comment and the chart of the job summary: ours. */
export const MAX_CHART_SCANS = 30;
