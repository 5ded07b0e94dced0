// The size limits of documents, each with its unit and source.

/**
 * Characters of a comment. GitHub refuses more than 65,536 (REST, "Create an issue comment": "body is too long
 * (maximum is 65536 characters)"); a little less leaves room for how characters are counted.
 */
export const MAX_COMMENT_CHARACTERS = 65_000;

/** Characters of a comment where the gate passed: ours, so that good news stays short. */
export const MAX_PASSED_COMMENT_CHARACTERS = 2_000;

/** Characters of an issue's title (REST, "Create an issue": "title is too long (maximum is 256 characters)"). */
export const MAX_ISSUE_TITLE_CHARACTERS = 256;

/** Bytes of a step's job summary on disk: 1 MiB, above which the runner drops it (docs: workflow commands, "Step isolation and limits"). */
export const MAX_SUMMARY_BYTES = 1024 * 1024;

/** Annotations of one level that the runner keeps for a step (actions/runner, ExecutionContext). */
export const MAX_WORKFLOW_ANNOTATIONS_A_LEVEL = 10;

/** Characters of a workflow command's message before the runner cuts it (actions/runner, ExecutionContext). */
export const MAX_WORKFLOW_MESSAGE_CHARACTERS = 4_096;

/** Characters of one title in a document: ours, so that a finding stays one line. */
export const MAX_TITLE_CHARACTERS = 200;

/** Characters of one summary in a document: ours, so that one finding cannot push out the others. */
export const MAX_SUMMARY_TEXT_CHARACTERS = 2_000;

/** Scans in the chart of the job summary: ours. */
export const MAX_CHART_SCANS = 30;

/** Bytes of a check run's summary (REST, "Create a check run"; the API counts bytes, its docs say characters). */
export const MAX_CHECK_TEXT_BYTES = 65_535;

/** Characters of an annotation's title in a check run (REST, "Create a check run"). */
export const MAX_CHECK_ANNOTATION_TITLE_CHARACTERS = 255;

/** Annotations in one call (REST, "Create a check run"). */
export const MAX_CHECK_ANNOTATIONS_A_CALL = 50;

/** Results in one run of a SARIF log that code scanning accepts (docs: "SARIF support for code scanning"). */
export const MAX_SARIF_RESULTS = 25_000;

/** Bytes of a SARIF log: code scanning accepts 10 MB after gzip, so this much before gzip always fits. */
export const MAX_SARIF_BYTES = 10_000_000;
