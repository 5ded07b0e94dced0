// src/client/client-error.ts
var ServiceClientError = class extends Error {
  name = "ServiceClientError";
};

// src/client/arguments.ts
var isText = (value) => typeof value === "string";
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isListOfTexts = (value) => Array.isArray(value) && value.every(isText);
var KINDS = {
  object: { name: "an object", fits: isObject },
  text: { name: "a text", fits: isText },
  texts: { name: "a list of texts", fits: isListOfTexts },
  words: { name: "a text or a list of texts", fits: (value) => isText(value) || isListOfTexts(value) },
  function: { name: "a function", fits: (value) => typeof value === "function" },
  boolean: { name: "true or false", fits: (value) => typeof value === "boolean" },
  signal: { name: "an AbortSignal", fits: (value) => isObject(value) && "aborted" in value }
};
function findArgumentFault({ name, value }, kind) {
  const { name: wanted, fits } = KINDS[kind];
  if (fits(value)) return null;
  return value === void 0 ? `${name} is missing: it must be ${wanted}` : `${name} must be ${wanted}, not ${describe(value)}`;
}
function describe(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
function checkArgument(argument, kind) {
  const fault = findArgumentFault(argument, kind);
  if (fault !== null) throw new ServiceClientError(fault);
}
function checkShape({ name, value }, { needs = {}, mayHave = {} }) {
  checkArgument({ name, value }, "object");
  const fields = value;
  for (const [field, kind] of Object.entries(needs))
    checkArgument({ name: `${name}.${field}`, value: fields[field] }, kind);
  for (const [field, kind] of Object.entries(mayHave)) {
    if (fields[field] !== void 0) checkArgument({ name: `${name}.${field}`, value: fields[field] }, kind);
  }
}
function checkRepoQuery(value) {
  checkShape({ name: "query", value }, { needs: { repoId: "text" } });
}
function checkOptions(value, mayHave = {}) {
  if (value !== void 0) checkShape({ name: "options", value }, { mayHave: { signal: "signal", ...mayHave } });
}

// node_modules/valibot/dist/index.mjs
var store$4;
var DEFAULT_CONFIG = {
  lang: void 0,
  message: void 0,
  abortEarly: void 0,
  abortPipeEarly: void 0
};
// @__NO_SIDE_EFFECTS__
function getGlobalConfig(config$1) {
  if (!config$1 && !store$4) return DEFAULT_CONFIG;
  return {
    lang: config$1?.lang ?? store$4?.lang,
    message: config$1?.message,
    abortEarly: config$1?.abortEarly ?? store$4?.abortEarly,
    abortPipeEarly: config$1?.abortPipeEarly ?? store$4?.abortPipeEarly
  };
}
var store$3;
// @__NO_SIDE_EFFECTS__
function getGlobalMessage(lang) {
  return store$3?.get(lang);
}
var store$2;
// @__NO_SIDE_EFFECTS__
function getSchemaMessage(lang) {
  return store$2?.get(lang);
}
var store$1;
// @__NO_SIDE_EFFECTS__
function getSpecificMessage(reference, lang) {
  return store$1?.get(reference)?.get(lang);
}
// @__NO_SIDE_EFFECTS__
function _stringify(input) {
  const type = typeof input;
  if (type === "string") return `"${input}"`;
  if (type === "number" || type === "bigint" || type === "boolean") return `${input}`;
  if (type === "object" || type === "function") return (input && Object.getPrototypeOf(input)?.constructor?.name) ?? "null";
  return type;
}
function _addIssue(context, label, dataset, config$1, other) {
  const input = other && "input" in other ? other.input : dataset.value;
  const expected = other?.expected ?? context.expects ?? null;
  const received = other?.received ?? /* @__PURE__ */ _stringify(input);
  const issue = {
    kind: context.kind,
    type: context.type,
    input,
    expected,
    received,
    message: `Invalid ${label}: ${expected ? `Expected ${expected} but r` : "R"}eceived ${received}`,
    requirement: context.requirement,
    path: other?.path,
    issues: other?.issues,
    lang: config$1.lang,
    abortEarly: config$1.abortEarly,
    abortPipeEarly: config$1.abortPipeEarly
  };
  const isSchema = context.kind === "schema";
  const message$1 = other?.message ?? context.message ?? /* @__PURE__ */ getSpecificMessage(context.reference, issue.lang) ?? (isSchema ? /* @__PURE__ */ getSchemaMessage(issue.lang) : null) ?? config$1.message ?? /* @__PURE__ */ getGlobalMessage(issue.lang);
  if (message$1 !== void 0) issue.message = typeof message$1 === "function" ? message$1(issue) : message$1;
  if (isSchema) dataset.typed = false;
  if (dataset.issues) dataset.issues.push(issue);
  else dataset.issues = [issue];
}
function _standardSchema(schema) {
  schema["~standard"] = {
    version: 1,
    vendor: "valibot",
    validate: (value$1) => schema["~run"]({ value: value$1 }, /* @__PURE__ */ getGlobalConfig())
  };
  return schema;
}
var EMOJI_REGEX = new RegExp("^(?:[\\u{1F1E6}-\\u{1F1FF}]{2}|\\u{1F3F4}[\\u{E0061}-\\u{E007A}]{2}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,3}\\u{E007F}|(?:\\p{Emoji}\\uFE0F\\u20E3?|\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}?|(?![\\p{Emoji_Modifier_Base}\\u{1F1E6}-\\u{1F1FF}])\\p{Emoji_Presentation})(?:\\u200D(?:\\p{Emoji}\\uFE0F\\u20E3?|\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}?|(?![\\p{Emoji_Modifier_Base}\\u{1F1E6}-\\u{1F1FF}])\\p{Emoji_Presentation}))*)+$", "u");
// @__NO_SIDE_EFFECTS__
function getFallback(schema, dataset, config$1) {
  return typeof schema.fallback === "function" ? schema.fallback(dataset, config$1) : schema.fallback;
}
// @__NO_SIDE_EFFECTS__
function getDefault(schema, dataset, config$1) {
  return typeof schema.default === "function" ? schema.default(dataset, config$1) : schema.default;
}
// @__NO_SIDE_EFFECTS__
function array(item, message$1) {
  return _standardSchema({
    kind: "schema",
    type: "array",
    reference: array,
    expects: "Array",
    async: false,
    item,
    message: message$1,
    "~run"(dataset, config$1) {
      const input = dataset.value;
      if (Array.isArray(input)) {
        dataset.typed = true;
        dataset.value = [];
        for (let key = 0; key < input.length; key++) {
          const value$1 = input[key];
          const itemDataset = this.item["~run"]({ value: value$1 }, config$1);
          if (itemDataset.issues) {
            const pathItem = {
              type: "array",
              origin: "value",
              input,
              key,
              value: value$1
            };
            for (const issue of itemDataset.issues) {
              if (issue.path) issue.path.unshift(pathItem);
              else issue.path = [pathItem];
              dataset.issues?.push(issue);
            }
            if (!dataset.issues) dataset.issues = itemDataset.issues;
            if (config$1.abortEarly) {
              dataset.typed = false;
              break;
            }
          }
          if (!itemDataset.typed) dataset.typed = false;
          dataset.value.push(itemDataset.value);
        }
      } else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function boolean(message$1) {
  return _standardSchema({
    kind: "schema",
    type: "boolean",
    reference: boolean,
    expects: "boolean",
    async: false,
    message: message$1,
    "~run"(dataset, config$1) {
      if (typeof dataset.value === "boolean") dataset.typed = true;
      else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function custom(check$1, message$1) {
  return _standardSchema({
    kind: "schema",
    type: "custom",
    reference: custom,
    expects: "unknown",
    async: false,
    check: check$1,
    message: message$1,
    "~run"(dataset, config$1) {
      if (this.check(dataset.value)) dataset.typed = true;
      else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function nullable(wrapped, default_) {
  return _standardSchema({
    kind: "schema",
    type: "nullable",
    reference: nullable,
    expects: `(${wrapped.expects} | null)`,
    async: false,
    wrapped,
    default: default_,
    "~run"(dataset, config$1) {
      if (dataset.value === null) {
        if (this.default !== void 0) dataset.value = /* @__PURE__ */ getDefault(this, dataset, config$1);
        if (dataset.value === null) {
          dataset.typed = true;
          return dataset;
        }
      }
      return this.wrapped["~run"](dataset, config$1);
    }
  });
}
// @__NO_SIDE_EFFECTS__
function nullish(wrapped, default_) {
  return _standardSchema({
    kind: "schema",
    type: "nullish",
    reference: nullish,
    expects: `(${wrapped.expects} | null | undefined)`,
    async: false,
    wrapped,
    default: default_,
    "~run"(dataset, config$1) {
      if (dataset.value === null || dataset.value === void 0) {
        if (this.default !== void 0) dataset.value = /* @__PURE__ */ getDefault(this, dataset, config$1);
        if (dataset.value === null || dataset.value === void 0) {
          dataset.typed = true;
          return dataset;
        }
      }
      return this.wrapped["~run"](dataset, config$1);
    }
  });
}
// @__NO_SIDE_EFFECTS__
function object(entries$1, message$1) {
  return _standardSchema({
    kind: "schema",
    type: "object",
    reference: object,
    expects: "Object",
    async: false,
    entries: entries$1,
    message: message$1,
    "~run"(dataset, config$1) {
      const input = dataset.value;
      if (input && typeof input === "object") {
        dataset.typed = true;
        dataset.value = {};
        for (const key in this.entries) {
          const valueSchema = this.entries[key];
          if (key in input || (valueSchema.type === "exact_optional" || valueSchema.type === "optional" || valueSchema.type === "nullish") && valueSchema.default !== void 0) {
            const value$1 = key in input ? input[key] : /* @__PURE__ */ getDefault(valueSchema);
            const valueDataset = valueSchema["~run"]({ value: value$1 }, config$1);
            if (valueDataset.issues) {
              const pathItem = {
                type: "object",
                origin: "value",
                input,
                key,
                value: value$1
              };
              for (const issue of valueDataset.issues) {
                if (issue.path) issue.path.unshift(pathItem);
                else issue.path = [pathItem];
                dataset.issues?.push(issue);
              }
              if (!dataset.issues) dataset.issues = valueDataset.issues;
              if (config$1.abortEarly) {
                dataset.typed = false;
                break;
              }
            }
            if (!valueDataset.typed) dataset.typed = false;
            dataset.value[key] = valueDataset.value;
          } else if (valueSchema.fallback !== void 0) dataset.value[key] = /* @__PURE__ */ getFallback(valueSchema);
          else if (valueSchema.type !== "exact_optional" && valueSchema.type !== "optional" && valueSchema.type !== "nullish") {
            _addIssue(this, "key", dataset, config$1, {
              input: void 0,
              expected: `"${key}"`,
              path: [{
                type: "object",
                origin: "key",
                input,
                key,
                value: input[key]
              }]
            });
            if (config$1.abortEarly) break;
          }
        }
      } else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function string(message$1) {
  return _standardSchema({
    kind: "schema",
    type: "string",
    reference: string,
    expects: "string",
    async: false,
    message: message$1,
    "~run"(dataset, config$1) {
      if (typeof dataset.value === "string") dataset.typed = true;
      else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function safeParse(schema, input, config$1) {
  const dataset = schema["~run"]({ value: input }, /* @__PURE__ */ getGlobalConfig(config$1));
  return {
    typed: dataset.typed,
    success: !dataset.issues,
    output: dataset.value,
    issues: dataset.issues
  };
}

// src/judgement/identifiers.ts
var isBugId = (value) => isIdentifier(value, "bug_");
var isReviewId = (value) => isIdentifier(value, "bfrv_");
var isRepoId = (value) => isIdentifier(value, "repo_");
var isOrgId = (value) => isIdentifier(value, "org_");
var isRuleId = (value) => isIdentifier(value, "rule_");
var isRuleRequestId = (value) => isIdentifier(value, "rcr_");
var isScanId = (value) => isIdentifier(value, "wr_");
var isCommitId = (value) => typeof value === "string";
var isEpochMs = (value) => Number.isSafeInteger(value);
function isIdentifier(value, prefix) {
  return typeof value === "string" && value.startsWith(prefix) && value.length > prefix.length;
}
function toFullName({ owner, repo: repo2 }) {
  return `${owner}/${repo2}`;
}
function isSameFullName(a, b) {
  return toFoldedName(a) === toFoldedName(b);
}
function toFoldedName(name) {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

// src/client/schemas.ts
var text = string();
var flag = boolean();
var count = custom(isCount, "a whole number from 0");
var integer = custom(Number.isSafeInteger, "a whole number");
var time = custom(isEpochMs, "a time in milliseconds");
var sha = custom(isCommitId, "string");
var bugId = identifier(isBugId, "bug_");
var reviewId = identifier(isReviewId, "bfrv_");
var repoId = identifier(isRepoId, "repo_");
var orgId = identifier(isOrgId, "org_");
var ruleId = identifier(isRuleId, "rule_");
var ruleRequestId = identifier(isRuleRequestId, "rcr_");
var scanId = identifier(isScanId, "wr_");
var bugReview = object({
  id: optional(reviewId),
  state: text,
  createdAt: time,
  dismissalReason: optional(text),
  notes: optional(text),
  source: optional(text),
  jiraStatusName: optional(text),
  linearStateName: optional(text),
  asanaStateName: optional(text)
});
var introducedIn = object({
  sha,
  date: text,
  author: optional(text),
  prNumber: optional(integer)
});
var linkedIssue = object({
  tracker: text,
  issueId: text,
  url: nullable(text)
});
var bug = object({
  id: bugId,
  title: text,
  summary: text,
  filePath: optional(text),
  createdAt: time,
  review: optional(bugReview),
  repoId,
  commitSha: optional(sha),
  isSecurityVulnerability: optional(flag),
  linkedIssues: array(linkedIssue),
  introducedIn: optional(introducedIn)
});
var bugPage = object({ bugs: array(bug), total: count });
var user = object({
  email: text,
  orgs: array(object({ id: orgId, name: text }))
});
var repo = object({
  id: repoId,
  name: text,
  ownerName: text,
  fullName: text,
  visibility: text,
  primaryBranch: text,
  orgId,
  orgName: text
});
var repoPage = object({ repos: array(repo), total: count });
var bugCounts = object({
  total: optional(count),
  open: optional(count),
  resolved: optional(count),
  dismissed: optional(count)
});
var scan = object({
  workflowRequestId: nullable(scanId),
  repoId,
  repoName: text,
  ownerName: text,
  workflowStatus: optional(text),
  scanType: optional(text),
  initiator: text,
  commitSha: nullable(sha),
  createdAt: time,
  completedAt: nullable(time),
  bugCounts: optional(bugCounts)
});
var scanPage = object({ scans: array(scan), total: count });
var ruleListItem = { id: ruleId, ruleName: text, createdAt: time };
var ruleList = object({
  rules: array(object(ruleListItem))
});
var rule = object({
  ...ruleListItem,
  // Not v.record: it silently drops a file named `constructor`.
  ruleFiles: custom(isTexts, "an object of texts")
});
var ruleRequestStatus = object({
  id: ruleRequestId,
  status: text,
  // An echo: what somebody once sent must not make the request unreadable, whatever texts it holds.
  input: object({
    description: optional(text),
    bugIds: optional(array(text)),
    commitShas: optional(array(text))
  }),
  createdAt: time,
  completedAt: optional(time),
  results: array(object({ id: ruleId, ruleName: text }))
});
var ruleRequestList = object({
  requests: array(ruleRequestStatus)
});
var ruleRequestStarted = object({
  ruleCreationRequestId: ruleRequestId
});
function identifier(is, prefix) {
  return custom(is, `a text that begins with ${prefix}`);
}
function optional(schema) {
  return nullish(schema, null);
}
function isCount(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
function isTexts(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((entry) => typeof entry === "string");
}

// src/client/endpoints.ts
var read = { method: "GET", repeat: "always" };
var ENDPOINTS = {
  createRule: {
    method: "POST",
    path: "/public/v1/rules",
    name: "rules.create",
    // Starts a job: sending it twice would start two.
    repeat: "unless-arrived",
    schema: ruleRequestStarted,
    errors: ["INVALID_REQUEST_BODY", "NOT_FOUND"]
  },
  listRules: {
    ...read,
    path: "/public/v1/rules",
    name: "rules.list",
    schema: ruleList,
    errors: ["INVALID_QUERY_PARAMS", "NOT_FOUND"]
  },
  listRuleRequests: {
    ...read,
    path: "/public/v1/rules/requests",
    name: "rules.requests.list",
    schema: ruleRequestList,
    errors: ["INVALID_QUERY_PARAMS", "NOT_FOUND"]
  },
  getRuleRequest: {
    ...read,
    path: "/public/v1/rules/requests/{rcr_id}",
    name: "rules.requests.get",
    schema: ruleRequestStatus,
    errors: ["NOT_FOUND"]
  },
  getRule: {
    ...read,
    path: "/public/v1/rules/{rule_id}",
    name: "rules.get",
    schema: rule,
    errors: ["NOT_FOUND"]
  },
  listBugs: {
    ...read,
    path: "/public/v1/bugs",
    name: "bugs.list",
    schema: bugPage,
    errors: ["INVALID_QUERY_PARAMS", "NOT_FOUND", "UNKNOWN_WORKFLOW_REQUEST"]
  },
  getBug: {
    ...read,
    path: "/public/v1/bugs/{bug_id}",
    name: "bugs.get",
    schema: bug,
    errors: ["NOT_FOUND"]
  },
  reviewBug: {
    method: "POST",
    path: "/public/v1/bugs/{bug_id}/review",
    name: "bugs.review",
    // Overwrites, so sending it twice is harmless.
    repeat: "always",
    schema: bugReview,
    errors: ["INVALID_REQUEST_BODY", "NOT_FOUND"]
  },
  getUser: {
    ...read,
    path: "/public/v1/user",
    name: "user.get",
    schema: user,
    errors: []
  },
  listRepos: {
    ...read,
    path: "/public/v1/repos",
    name: "repos.list",
    schema: repoPage,
    errors: ["INVALID_QUERY_PARAMS"]
  },
  listScans: {
    ...read,
    path: "/public/v1/scans",
    name: "scans.list",
    schema: scanPage,
    errors: ["INVALID_QUERY_PARAMS", "NOT_FOUND"]
  }
};
function toEndpointName({ method, path }) {
  return `${method} ${path}`;
}

// src/net/abort.ts
function joinSignals(...signals) {
  return AbortSignal.any(signals.filter((signal) => signal !== void 0));
}
async function waitUnlessAborted(clock, ms, signal) {
  signal.throwIfAborted();
  try {
    await clock.wait(ms, signal);
  } finally {
    signal.throwIfAborted();
  }
}
async function untilAborted(work, signal) {
  let leave = () => void 0;
  const aborted = new Promise((_resolve, reject) => {
    leave = () => {
      reject(signal.reason);
    };
  });
  signal.addEventListener("abort", leave);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

// node_modules/yocto-queue/index.js
var Node = class {
  value;
  next;
  constructor(value) {
    this.value = value;
  }
};
var Queue = class {
  #head;
  #tail;
  #size;
  constructor() {
    this.clear();
  }
  enqueue(value) {
    const node = new Node(value);
    if (this.#head) {
      this.#tail.next = node;
      this.#tail = node;
    } else {
      this.#head = node;
      this.#tail = node;
    }
    this.#size++;
  }
  dequeue() {
    const current = this.#head;
    if (!current) {
      return;
    }
    this.#head = this.#head.next;
    this.#size--;
    if (!this.#head) {
      this.#tail = void 0;
    }
    return current.value;
  }
  peek() {
    if (!this.#head) {
      return;
    }
    return this.#head.value;
  }
  clear() {
    this.#head = void 0;
    this.#tail = void 0;
    this.#size = 0;
  }
  get size() {
    return this.#size;
  }
  *[Symbol.iterator]() {
    let current = this.#head;
    while (current) {
      yield current.value;
      current = current.next;
    }
  }
  *drain() {
    while (this.#head) {
      yield this.dequeue();
    }
  }
};

// node_modules/p-limit/index.js
function pLimit(concurrency) {
  let rejectOnClear = false;
  if (typeof concurrency === "object") {
    ({ concurrency, rejectOnClear = false } = concurrency);
  }
  validateConcurrency(concurrency);
  if (typeof rejectOnClear !== "boolean") {
    throw new TypeError("Expected `rejectOnClear` to be a boolean");
  }
  const queue = new Queue();
  let activeCount = 0;
  const resumeNext = () => {
    if (activeCount < concurrency && queue.size > 0) {
      activeCount++;
      queue.dequeue().run();
    }
  };
  const next = () => {
    activeCount--;
    resumeNext();
  };
  const run = async (function_, resolve, arguments_) => {
    const result = (async () => function_(...arguments_))();
    resolve(result);
    try {
      await result;
    } catch {
    }
    next();
  };
  const enqueue = (function_, resolve, reject, arguments_) => {
    const queueItem = { reject };
    new Promise((internalResolve) => {
      queueItem.run = internalResolve;
      queue.enqueue(queueItem);
    }).then(run.bind(void 0, function_, resolve, arguments_));
    if (activeCount < concurrency) {
      resumeNext();
    }
  };
  const generator = (function_, ...arguments_) => new Promise((resolve, reject) => {
    enqueue(function_, resolve, reject, arguments_);
  });
  Object.defineProperties(generator, {
    activeCount: {
      get: () => activeCount
    },
    pendingCount: {
      get: () => queue.size
    },
    clearQueue: {
      value() {
        if (!rejectOnClear) {
          queue.clear();
          return;
        }
        const abortError = AbortSignal.abort().reason;
        while (queue.size > 0) {
          queue.dequeue().reject(abortError);
        }
      }
    },
    concurrency: {
      get: () => concurrency,
      set(newConcurrency) {
        validateConcurrency(newConcurrency);
        concurrency = newConcurrency;
        queueMicrotask(() => {
          while (activeCount < concurrency && queue.size > 0) {
            resumeNext();
          }
        });
      }
    },
    map: {
      async value(iterable, function_) {
        const promises = [];
        try {
          Array.from(iterable, (value, index) => {
            const promise = generator(function_, value, index);
            promises.push(promise);
            return promise;
          });
        } catch (error) {
          for (const promise of promises) {
            promise.catch(() => {
            });
          }
          throw error;
        }
        return Promise.all(promises);
      }
    }
  });
  return generator;
}
function validateConcurrency(concurrency) {
  if (!((Number.isInteger(concurrency) || concurrency === Number.POSITIVE_INFINITY) && concurrency > 0)) {
    throw new TypeError("Expected `concurrency` to be a number from 1 and up");
  }
}

// src/net/body.ts
async function fetchBody(response, { maxBytes, redactor }) {
  const text2 = await fetchText(response, maxBytes);
  return text2 === null ? { kind: "too-large" } : parseBody(text2, redactor);
}
async function discardBody({ body }) {
  if (body === null) return;
  if (Symbol.asyncIterator in body) await body[Symbol.asyncIterator]().return?.();
  else await body.getReader().cancel();
}
function chunksOf(body) {
  return Symbol.asyncIterator in body ? body : fetchChunks(body);
}
async function* fetchChunks(body) {
  const reader = body.getReader();
  let isDone = false;
  try {
    while (!isDone) {
      const { done, value } = await reader.read();
      isDone = done;
      if (value !== void 0) yield value;
    }
  } finally {
    if (!isDone) await reader.cancel();
  }
}
var FIRST_ROOM = 2 ** 16;
async function fetchText(response, maxBytes) {
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await discardBody(response);
    return null;
  }
  let bytes = new Uint8Array(FIRST_ROOM);
  let length = 0;
  for await (const chunk of response.body === null ? [] : chunksOf(response.body)) {
    const start = length;
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    if (length > bytes.length) {
      const larger = new Uint8Array(Math.max(length, bytes.length * 2));
      larger.set(bytes);
      bytes = larger;
    }
    bytes.set(chunk, start);
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}
function parseBody(text2, redactor) {
  let value;
  try {
    value = JSON.parse(text2);
  } catch {
    return { kind: "text", text: redactor.text(text2) };
  }
  return { kind: "json", value: redactor.value(value) };
}
var HTML_PAGE = "an HTML page";
function isHtml(text2) {
  return /^\s{0,100}<[!?a-z]|^[^]{0,1000}<(?:html|body)\b/i.test(text2);
}

// src/net/connect-watch.ts
var PROXY_CLOSED = "UND_ERR_PRX_CONN";
function watchConnecting(fetch) {
  return async (url, init) => {
    if (URL.canParse(url)) watchHost(new URL(url).host);
    return await fetch(url, init);
  };
}
var hosts = /* @__PURE__ */ new Set();
function watchHost(host) {
  if (hosts.size === 0) findChannels()?.subscribe(CONNECT_ERROR, listen);
  hosts.add(host);
}
function listen(message) {
  const { connectParams, error } = message;
  if (!hosts.has(connectParams?.host) || error?.code !== "UND_ERR_SOCKET") return;
  Object.assign(error, { code: PROXY_CLOSED, message: "the proxy closed the connection" });
}
var CONNECT_ERROR = "undici:client:connectError";
function findChannels() {
  if (typeof process === "undefined" || typeof process.getBuiltinModule !== "function") return void 0;
  return process.getBuiltinModule("node:diagnostics_channel");
}

// src/net/network-cause.ts
var MAX_DEPTH = 4;
var BEFORE_CONNECTION = /* @__PURE__ */ new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  PROXY_CLOSED
]);
var NetworkCause = class extends Error {
  name;
  /** The code of the operating system, undici or TLS (`ECONNRESET`); undefined if there is none. */
  code;
  constructor(name, code, message) {
    super(message);
    this.name = name;
    this.code = code;
    this.stack = `${name}: ${message}`;
  }
};
function readNetworkCause(thrown, redactor) {
  let best = thrown;
  let cause = readField(thrown, "cause");
  for (let depth = 0; depth < MAX_DEPTH && cause !== void 0; depth++) {
    if (readText(cause, "code") !== void 0 || readText(best, "code") === void 0) best = cause;
    cause = readField(cause, "cause");
  }
  const toLine = (text2, maxChars) => toShortLine(redactor.text(text2), maxChars);
  const code = readText(best, "code");
  return new NetworkCause(
    toLine(readText(best, "name") ?? "Error", 100),
    code === void 0 ? void 0 : toLine(code, 100),
    toLine(readText(best, "message") ?? "", 500) || "no connection"
  );
}
function isBeforeConnection({ name, code = "" }) {
  return name === "ProxyError" || BEFORE_CONNECTION.has(code);
}
var UNTRUSTED = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET|VERIFY)_\w+|CERT_UNTRUSTED|CERT_REJECTED|INVALID_CA)$/;
var UNREACHABLE = /* @__PURE__ */ new Set(["ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "EACCES", "EPERM"]);
function findSurrounding(cause) {
  const code = typeof cause.code === "string" ? cause.code : "";
  if (UNTRUSTED.test(code)) return "certificate";
  if (cause.name === "ProxyError" || cause.name === "ProxyAddressError" || code === PROXY_CLOSED) return "proxy";
  if (code === "ENOTFOUND" || code.startsWith("EAI_")) return "name";
  return UNREACHABLE.has(code) ? "network" : null;
}
function toSurroundingAdvice(surrounding, { host, usesProxyVariables }) {
  const throughProxy = usesProxyVariables ? " In a network with a proxy, set HTTPS_PROXY." : "";
  switch (surrounding) {
    case "proxy":
      return usesProxyVariables ? `Check the proxy, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY on this machine; if ${host} needs no proxy, add it to NO_PROXY.` : "Check the proxy.";
    case "certificate":
      return `This machine does not trust the certificate. If ${host}, or a proxy on the way, uses a certificate authority of its own, NODE_EXTRA_CA_CERTS must name a PEM file with its certificate; if Node cannot read the file, it only warns and continues.`;
    case "name":
      return `Check the spelling of ${host}, and the name resolution (DNS) of this machine.${throughProxy}`;
    case "network":
      return `Check the network and the firewall of this machine.${throughProxy}`;
  }
}
function isRefusedHere({ name, message }) {
  return name === "ProxyAddressError" || message === "bad port";
}
function toCauseText({ code, message }) {
  return code === void 0 || message.includes(code) ? message : `${message} (${code})`;
}
function readField(value, name) {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : void 0;
}
function readText(value, name) {
  const text2 = readField(value, name);
  return typeof text2 === "string" ? text2 : void 0;
}
function toShortLine(text2, maxChars) {
  const line = text2.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}\u2026` : line;
}

// src/net/transport.ts
var MAX_IN_FLIGHT = 6;
var HEADERS = [
  "content-type",
  "link",
  "retry-after",
  "x-github-request-id",
  "x-ratelimit-remaining",
  "x-ratelimit-reset"
];
function createTransport(options) {
  const { clock, maxTries, timeoutMs } = options;
  const limit = pLimit(MAX_IN_FLIGHT);
  const attempt = async (request2, tries) => {
    const { signal } = request2;
    signal.throwIfAborted();
    try {
      const turn = limit(() => fetchExchange(options, request2));
      const end = await untilAborted(turn, signal);
      const time2 = { nowMs: clock.now(), timeoutMs, random: clock.random };
      return { ...end, request: request2, tries, ...time2 };
    } finally {
      signal.throwIfAborted();
    }
  };
  return {
    send: async (given) => {
      const signal = joinSignals(options.signal, given.signal);
      const request2 = { ...given, signal };
      for (let tries = 1; ; tries += 1) {
        const made = await attempt(request2, tries);
        const isFinal = tries >= maxTries || made.kind === "network" && isRefusedHere(made.cause);
        const delayMs = isFinal ? null : request2.retryDelayMs(made);
        if (delayMs === null) return made;
        request2.onRetry?.(made, delayMs);
        await waitUnlessAborted(clock, delayMs, signal);
      }
    }
  };
}
var TIMED_OUT = "timed out";
async function fetchExchange(options, request2) {
  const { signal } = request2;
  signal.throwIfAborted();
  const end = new AbortController();
  const forward = () => {
    end.abort();
  };
  signal.addEventListener("abort", forward);
  const cancel = options.clock.after(options.timeoutMs, () => {
    end.abort(TIMED_OUT);
  });
  try {
    return await untilAborted(fetchAnswer(options, { ...request2, signal: end.signal }), end.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (end.signal.reason === TIMED_OUT) return { kind: "timeout" };
    const cause = readNetworkCause(error, options.redactor);
    return { kind: "network", cause, mayHaveArrived: !isBeforeConnection(cause) };
  } finally {
    cancel();
    signal.removeEventListener("abort", forward);
  }
}
async function fetchAnswer({ fetch, redactor, maxBodyBytes }, { url, method, headers, body, signal }) {
  const response = await fetch(url, {
    method,
    headers: { ...headers },
    ...body === void 0 ? {} : { body },
    redirect: "manual",
    signal
  });
  const { status } = response;
  if (isRedirect(status)) {
    await discardBody(response);
    const origin = readTargetOrigin(response, url, redactor);
    return { kind: "redirect", status: status === 0 ? void 0 : status, origin };
  }
  return {
    kind: "response",
    status,
    headers: readHeaders(response, redactor),
    body: await fetchBody(response, { maxBytes: maxBodyBytes, redactor })
  };
}
function isRedirect(status) {
  return status === 0 || status >= 300 && status < 400 && status !== 304;
}
function readHeaders({ headers }, redactor) {
  return new Map(
    HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, redactor.text(value)]];
    })
  );
}
function readTargetOrigin({ headers }, url, redactor) {
  const location = redactor.text(headers.get("location") ?? "");
  if (location === "" || !URL.canParse(location, url)) return null;
  return redactor.text(new URL(location, url).origin);
}

// src/judgement/time.ts
var MINUTE_MS = 6e4;
var HOUR_MS = 60 * MINUTE_MS;
var DAY_MS = 24 * HOUR_MS;

// src/judgement/format.ts
function withoutFullStop(text2) {
  let end = text2.length;
  while (end > 0 && /[.\s]/.test(text2.charAt(end - 1))) end -= 1;
  return text2.slice(0, end);
}

// src/net/retry-timing.ts
var TRANSIENT_STATUSES = /* @__PURE__ */ new Set([408, 429, 500, 502, 503, 504]);
var MAX_RETRY_AFTER_MS = 6e4;
var FIRST_BACKOFF_MS = 500;
var MAX_BACKOFF_MS = 8e3;
function retryDelayMs(timing) {
  const { tries, retryAfter, nowMs, random } = timing;
  const askedMs = parseRetryAfterMs(retryAfter, nowMs);
  if (askedMs !== void 0) return askedMs > MAX_RETRY_AFTER_MS ? null : askedMs;
  return Math.floor(random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tries - 1)));
}
var HTTP_DATE = /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2}) \d{2}:\d{2}:\d{2} GMT$/;
function parseRetryAfterMs(value, nowMs) {
  const text2 = value?.trim() ?? "";
  if (/^\d+$/.test(text2)) return Number(text2) * 1e3;
  if (!HTTP_DATE.test(text2)) return void 0;
  const dateMs = Date.parse(text2);
  return Number.isNaN(dateMs) ? void 0 : Math.max(0, dateMs - nowMs);
}

// src/client/service-error.ts
var NOT_PRINTED = ["requiredRole", "resource", "details", "detail", "retryAfterMs"];
var ServiceError = class extends ServiceClientError {
  name = "ServiceError";
  kind;
  endpoint;
  tries;
  status;
  type;
  requiredRole;
  resource;
  details;
  detail;
  retryAfterMs;
  constructor(failure) {
    const head = explainFailure(failure);
    super(`${head.summary} ${head.advice}`, failure.cause && { cause: failure.cause });
    this.kind = failure.kind;
    this.endpoint = failure.endpoint;
    this.tries = failure.tries;
    this.status = failure.status;
    this.type = failure.type;
    this.requiredRole = failure.requiredRole;
    this.resource = failure.resource;
    this.details = failure.details;
    this.detail = failure.detail;
    this.retryAfterMs = failure.retryAfterMs;
    for (const name of NOT_PRINTED) Object.defineProperty(this, name, { enumerable: false });
    this.stack = toUncaughtStack(this, head);
  }
};
function isServiceError(error) {
  return error instanceof ServiceError;
}
function errorCategory(failure) {
  if (failure.status === 429) return "unavailable";
  switch (failure.type) {
    case "AUTHORIZATION_ERROR":
      return "forbidden";
    case "NOT_FOUND":
    case "UNKNOWN_WORKFLOW_REQUEST":
      return "not-found";
    case "INVALID_REQUEST_BODY":
    case "INVALID_QUERY_PARAMS":
      return "refused";
    default:
      if (failure.type?.endsWith("_AUTHENTICATION_ERROR") === true) return "unauthorized";
      return failure.detail === HTML_PAGE ? "unavailable" : categoryOfStatus(failure.status ?? 0);
  }
}
function explainFailure(failure) {
  const { endpoint, host, tries } = failure;
  const at = host === void 0 ? "" : ` at ${host}`;
  const times = tries > 1 ? ` after ${tries} tries` : "";
  return {
    summary: `${endpoint}${at} ${happened(failure)}${times}${because(failure)}.`,
    advice: adviceOn(failure)
  };
}
function categoryOfStatus(status) {
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status === 404) return "not-found";
  return status === 408 || status === 429 || status >= 500 ? "unavailable" : "refused";
}
function happened({ kind, status, type }) {
  switch (kind) {
    case "api":
      return `answered ${status ?? "an error"}${type === void 0 ? "" : ` (${type})`}`;
    case "timeout":
      return "did not answer in time";
    case "network":
      return "could not be reached";
    case "decode":
      return "sent an invalid response";
  }
}
function because({ detail }) {
  return detail === void 0 || detail === "" ? "" : `: ${withoutFullStop(detail)}`;
}
function adviceOn(failure) {
  if (failure.advice !== void 0) return failure.advice;
  switch (failure.kind) {
    case "api":
      return adviceOnAnswer(failure);
    case "timeout":
      return `Try again later; if the problem persists, check ${connectionSettings(failure)}.`;
    case "network":
      return adviceOnConnection(failure);
    case "decode":
      return "Check that the base address belongs to the service. If it does, this client may not be compatible with it.";
  }
}
function adviceOnAnswer(failure) {
  const { status = 0, requiredRole, retryAfterMs = 0 } = failure;
  if (retryAfterMs > MAX_RETRY_AFTER_MS) {
    return `The service asks to wait ${Math.ceil(retryAfterMs / 1e3)} s, which is longer than the ${MAX_RETRY_AFTER_MS / 1e3} s limit. Try again after that.`;
  }
  const isPage = failure.detail === HTML_PAGE && errorCategory(failure) === "unavailable";
  if (isPage && categoryOfStatus(status) !== "unavailable") {
    return "Check that the base address leads to the service, and that no proxy or firewall on the way answers for it.";
  }
  switch (errorCategory(failure)) {
    case "unauthorized":
      return "Check that the API key is valid, not revoked, and a key of this service.";
    case "forbidden":
      return `Use an API key with ${requiredRole === void 0 ? "more rights" : `the role "${requiredRole}"`}.`;
    case "not-found":
      return "Check the ID, the base address, and that the key has access to it.";
    case "refused":
      return "Retrying will not help. Correct the request.";
    case "unavailable":
      return "Try again later.";
  }
}
function adviceOnConnection(failure) {
  const { cause, host, usesProxyVariables = false } = failure;
  if (cause === void 0) return `Check ${connectionSettings(failure)}.`;
  if (isRefusedHere(cause)) return "Correct the address; trying again will not help.";
  const surrounding = findSurrounding(cause);
  if (surrounding !== null) {
    return toSurroundingAdvice(surrounding, { host: host ?? "the service", usesProxyVariables });
  }
  const code = "code" in cause ? String(cause.code) : "";
  if (/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) {
    return "Check the clock of this machine; if it is right, the certificate of the service has to be renewed.";
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "Check the host name in the base address.";
  return `Check ${connectionSettings(failure)}.`;
}
function connectionSettings({ usesProxyVariables = false }) {
  return usesProxyVariables ? "the base address, the network, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY" : "the base address and the network";
}
function toUncaughtStack({ name, message, stack = "" }, { advice, summary }) {
  const frames = stack.slice(stack.indexOf(message) + message.length);
  return `${name}: ${advice}
  ${summary}${frames}`;
}

// src/client/pages.ts
var PAGE_SIZE = 100;
var MAX_READINGS = 3;
async function collectPages(list, select) {
  let sign = "";
  for (let readings = 1; readings <= MAX_READINGS; readings++) {
    const reading = await fetchReading(list, select);
    if (reading.kind === "whole") return reading.items;
    sign = reading.sign;
  }
  throw new ServiceError({
    kind: "decode",
    endpoint: list.endpoint,
    tries: MAX_READINGS,
    detail: `the list kept changing while it was read (${sign})`,
    advice: "Try again when nobody is reviewing and no scan is finishing."
  });
}
async function* iteratePages(list, maxItems) {
  const seen = /* @__PURE__ */ new Set();
  let offset = 0;
  let total = Infinity;
  while (offset < Math.min(total, maxItems)) {
    const page = await list.fetchPage(offset, list.signal);
    total = page.total;
    const got = page.items.length;
    if (got < Math.min(PAGE_SIZE, total - offset)) throw shortPage(list.endpoint, { got, offset, total });
    for (const item of page.items) {
      const key = list.keyOf(item);
      if (seen.has(key) || seen.size >= maxItems) continue;
      seen.add(key);
      yield item;
    }
    offset += page.items.length;
  }
}
async function* iterateChangingPages(list) {
  const seen = /* @__PURE__ */ new Set();
  let offset = 0;
  let total;
  while (offset < (total ?? Infinity)) {
    const page = await list.fetchPage(offset, list.signal);
    total ??= page.total;
    const isFull = page.items.length >= Math.min(PAGE_SIZE, total - offset);
    const isNew = page.items.every((item) => addKey(seen, list.keyOf(item)));
    if (page.total !== total || !isFull || !isNew) {
      yield* await collectPages(list, (item) => item);
      return;
    }
    yield* page.items;
    offset += PAGE_SIZE;
  }
}
async function fetchReading(list, select) {
  const seen = /* @__PURE__ */ new Set();
  const pages = [];
  let sign;
  let total;
  let isOver = false;
  const stop = new AbortController();
  const signal = joinSignals(list.signal, stop.signal);
  const take = async (offset) => {
    const page = await list.fetchPage(offset, signal);
    total ??= page.total;
    if (page.total !== total) sign ??= `total went from ${total} to ${page.total}`;
    const fresh = page.items.filter((item) => addKey(seen, list.keyOf(item)));
    pages[offset / PAGE_SIZE] = fresh.map((item) => select(item));
    isOver ||= sign !== void 0 || page.items.length < PAGE_SIZE || fresh.length === 0;
  };
  await take(0);
  const offsets = laterOffsets(total ?? 0);
  const work = async () => {
    for (const offset of offsets) {
      if (isOver) return;
      await take(offset);
    }
  };
  try {
    await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, work));
  } finally {
    stop.abort();
  }
  if (seen.size !== total) sign ??= `${seen.size} different items of ${total ?? 0}`;
  return sign === void 0 ? { kind: "whole", items: pages.flat() } : { kind: "drifted", sign };
}
function addKey(seen, key) {
  return seen.size < seen.add(key).size;
}
function* laterOffsets(total) {
  for (let offset = PAGE_SIZE; offset < total; offset += PAGE_SIZE) yield offset;
}
function shortPage(endpoint, { got, offset, total }) {
  const items = got === 1 ? "1 item" : `${got} items`;
  const page = got === 0 ? "an empty page" : `a page of ${items}`;
  const detail = `${page} at offset ${offset} of ${total}`;
  return new ServiceError({ kind: "decode", endpoint, tries: 1, detail });
}

// src/client/read-answer.ts
function readAnswer(endpoint, exchange, context) {
  const isSuccess = exchange.kind === "response" && exchange.status >= 200 && exchange.status < 300;
  if (!isSuccess) throw toServiceError(endpoint, exchange, context);
  const { body, headers, status, tries } = exchange;
  const fail = (detail) => new ServiceError({ kind: "decode", endpoint: toEndpointName(endpoint), tries, status, detail });
  if (body.kind === "too-large") throw fail(`a body of more than ${context.maxBodyBytes} bytes`);
  const type = headers.get("content-type") ?? "no content type";
  const note = /json/i.test(type) ? "" : ` (${type})`;
  if (body.kind === "text") throw fail(toShortLine(describeText(body.text) + note, 500));
  const read2 = safeParse(endpoint.schema, body.value, { abortEarly: true });
  if (read2.success) return read2.output;
  throw fail(toShortLine(describe2(read2.issues[0]) + note, 500));
}
function toServiceError(endpoint, exchange, { baseUrl, usesProxyVariables }) {
  const { tries } = exchange;
  return new ServiceError({
    endpoint: toEndpointName(endpoint),
    tries,
    usesProxyVariables,
    ...readExchange(exchange, new URL(baseUrl).host)
  });
}
var REDIRECT_ADVICE = "Redirects are not followed, so that the key is not sent elsewhere. Use the final address.";
var CACHE_ADVICE = "The client keeps no earlier answer that this could stand for. Turn off caching between the client and the service.";
function readExchange(exchange, host) {
  switch (exchange.kind) {
    case "timeout":
      return { kind: "timeout", host, detail: `not finished within ${exchange.timeoutMs / 1e3} s` };
    case "network":
      return { kind: "network", host, cause: exchange.cause, detail: toCauseText(exchange.cause) };
    case "redirect": {
      const { status, origin } = exchange;
      const detail = origin === null ? "a redirect" : `a redirect to ${origin}`;
      return { kind: "api", status, detail: toShortLine(detail, 300), advice: REDIRECT_ADVICE };
    }
    case "response": {
      const { status, headers, body, nowMs } = exchange;
      const retryAfterMs = parseRetryAfterMs(headers.get("retry-after") ?? null, nowMs);
      return { kind: "api", status, retryAfterMs, ...readErrorBody(status, body) };
    }
  }
}
var MAX_MESSAGE_CHARS = 1e3;
var MAX_WORD_CHARS = 200;
var MAX_DETAILS_CHARS = 4e3;
function readErrorBody(status, body) {
  if (status === 304) return { detail: 'a cache says "not modified"', advice: CACHE_ADVICE };
  if (body.kind === "too-large") return { detail: "with a body that is too large" };
  if (body.kind === "text" && isHtml(body.text)) return { detail: HTML_PAGE };
  if (body.kind !== "json" || !isRecord(body.value)) return {};
  const { type, message, requiredRole, resource, details } = body.value;
  const isShort = isRecord(details) && JSON.stringify(details).length <= MAX_DETAILS_CHARS;
  return {
    type: readText2(type, MAX_WORD_CHARS),
    detail: typeof message === "string" && isHtml(message) ? HTML_PAGE : readText2(message, MAX_MESSAGE_CHARS),
    requiredRole: readText2(requiredRole, MAX_WORD_CHARS),
    resource: readText2(resource, MAX_WORD_CHARS),
    details: isShort ? details : void 0
  };
}
function readText2(value, maxChars) {
  const line = typeof value === "string" ? toShortLine(value, maxChars) : "";
  return line === "" ? void 0 : line;
}
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function describeText(text2) {
  if (isHtml(text2)) return HTML_PAGE;
  return text2.trim() === "" ? "an empty body" : "a body that is not JSON";
}
function describe2(issue) {
  const path = readPath(issue.path ?? []);
  const last = issue.path?.at(-1);
  if (last !== void 0 && issue.input === void 0) return `${path}: missing`;
  const expected = issue.type === "custom" ? issue.message : issue.expected ?? issue.type;
  return `${path}: expected ${expected.toLowerCase()}, got ${typeName(issue.input)}`;
}
function readPath(path) {
  const text2 = path.map(({ key }) => typeof key === "number" ? `[${key}]` : `.${String(key)}`).join("");
  return text2 === "" ? "the body" : text2.replace(/^\./, "");
}
function typeName(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "string" ? "a text" : typeof value;
}

// src/client/retry-policy.ts
function decideRetryMs(repeat, exchange) {
  if (!mayRepeat(repeat, exchange)) return null;
  const retryAfter = exchange.kind === "response" ? exchange.headers.get("retry-after") ?? null : null;
  return retryDelayMs({ ...exchange, retryAfter });
}
function mayRepeat(repeat, exchange) {
  if (exchange.kind === "network" && !exchange.mayHaveArrived) return true;
  if (repeat !== "always") return false;
  switch (exchange.kind) {
    case "timeout":
    case "network":
      return true;
    case "redirect":
      return false;
    case "response":
      return TRANSIENT_STATUSES.has(exchange.status);
  }
}

// src/client/request.ts
async function request(config, endpoint, call) {
  const { maxTries } = config;
  checkOptions({ signal: call.signal });
  const last = await config.transport.send({
    ...toRequest(config, endpoint, call),
    signal: call.signal,
    retryDelayMs: (exchange) => decideRetryMs(endpoint.repeat, exchange),
    onRetry: (failed, delayMs) => {
      const error = toServiceError(endpoint, failed, config);
      config.onRetry({ endpoint: toEndpointName(endpoint), tries: failed.tries, maxTries, delayMs, error });
    }
  });
  return readAnswer(endpoint, last, config);
}
function toRequest(config, { method, path }, { id, query = {}, body }) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== void 0) parameters.set(name, String(value));
  }
  const search = parameters.size > 0 ? `?${parameters.toString()}` : "";
  const filled = path.replace(/\{\w+\}/, () => encodeSegment(id));
  const type = body === void 0 ? {} : { "content-type": "application/json" };
  return {
    url: config.baseUrl + filled + search,
    method,
    headers: { ...config.headers, ...type },
    body: body === void 0 ? void 0 : JSON.stringify(body)
  };
}
function encodeSegment(id = "") {
  checkArgument({ name: "An ID", value: id }, "text");
  if (id === "" || id === "." || id === "..") throw new ServiceClientError("An ID is empty, . or ..");
  return encodeURIComponent(id);
}

// src/client/bugs.ts
function bugMethods(config) {
  const listState = async (query, options) => await request(config, ENDPOINTS.listBugs, { ...options, query: toQuery(query) });
  async function collect(query, options) {
    checkOptions(options);
    const { signal } = options ?? {};
    const lists = toStates(query).map((status) => toPagedList(listState, { ...query, status }, signal));
    const { select = (bug2) => bug2 } = query;
    const [only, ...others] = lists;
    if (only !== void 0 && others.length === 0) return await collectPages(only, select);
    const read2 = await Promise.all(
      lists.map(async (list) => await collectPages(list, (bug2) => [bug2.id, select(bug2)]))
    );
    return [...new Map(read2.flat()).values()];
  }
  return {
    list: async (query, options) => {
      checkOptions(options);
      return await listStates(listState, query, options);
    },
    collect,
    iterate: (query, options) => iterateStates(listState, query, options),
    get: async (id, options) => {
      checkOptions(options);
      return await request(config, ENDPOINTS.getBug, { ...options, id });
    },
    review: async (id, review, options) => {
      checkOptions(options);
      checkShape({ name: "review", value: review }, { needs: { state: "text" }, mayHave: { notes: "text" } });
      return await request(config, ENDPOINTS.reviewBug, { ...options, id, body: toBody(review) });
    }
  };
}
function toStates(query) {
  const shape = {
    needs: { repoId: "text", status: "words" },
    mayHave: { scanId: "text", select: "function" }
  };
  checkShape({ name: "query", value: query }, shape);
  const { status } = query;
  const states = typeof status === "object" ? [...new Set(status)] : [status];
  if (states.length === 0) throw new ServiceClientError("status must name at least one state");
  return states;
}
function toPagedList(listState, query, signal) {
  return {
    endpoint: toEndpointName(ENDPOINTS.listBugs),
    // Reviewed while the list is read, a bug can come in both states: then the list has changed.
    keyOf: ({ id, review }) => `${id} ${review?.state ?? "pending"}`,
    signal,
    fetchPage: async (offset, pageSignal) => {
      const page = await listState({ ...query, limit: PAGE_SIZE, offset }, { signal: pageSignal });
      return { items: page.bugs, total: page.total };
    }
  };
}
var DEFAULT_LIMIT = 50;
async function listStates(listState, query, options) {
  const [first, ...others] = toStates(query);
  if (first !== void 0 && others.length === 0) return await listState({ ...query, status: first }, options);
  const { limit = DEFAULT_LIMIT, offset = 0 } = query;
  const bugs = [];
  let total = 0;
  for (const status of toStates(query)) {
    const missing = limit - bugs.length;
    const part = { offset: Math.max(0, offset - total), limit: Math.max(1, missing) };
    const page = await listState({ ...query, ...part, status }, options);
    bugs.push(...page.bugs.slice(0, missing));
    total += page.total;
  }
  return { bugs, total };
}
async function* iterateStates(listState, query, options) {
  checkOptions(options);
  const { signal } = options ?? {};
  const seen = /* @__PURE__ */ new Set();
  for (const status of toStates(query)) {
    const list = toPagedList(listState, { ...query, status }, signal);
    for await (const bug2 of iterateChangingPages(list)) {
      if (seen.has(bug2.id)) continue;
      seen.add(bug2.id);
      yield bug2;
    }
  }
}
function toQuery(query) {
  return {
    repo_id: query.repoId,
    status: query.status,
    limit: query.limit,
    offset: query.offset,
    workflow_request_id: query.scanId
  };
}
function toBody(review) {
  const { state, notes } = review;
  return review.state === "dismissed" ? { state, dismissalReason: review.dismissalReason, notes } : { state, notes };
}

// src/net/address.ts
var API_PATH = "/public/v1";
function parseBaseAddress(text2) {
  const url = parseUrl(text2);
  if (url === null) return { kind: "fault", fault: "not-an-address" };
  const fault = findFault(url, text2);
  if (fault !== null) return { kind: "fault", fault };
  return { kind: "address", url: url.origin + trimSlashes(url.pathname) };
}
function findFault(url, text2) {
  if (url.username !== "" || url.password !== "") return "user-info";
  if (/[?#]/.test(text2)) return "query";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return "plain-http";
  if (trimSlashes(url.pathname).endsWith(API_PATH)) return "api-path";
  return /(?:^|\.)(?:github\.com|ghe\.com)\.?$/.test(url.hostname) ? "github" : null;
}
function trimSlashes(text2) {
  return text2.replace(/(?<!\/)\/+$/, "");
}
function parseUrl(text2) {
  return URL.canParse(text2) ? new URL(text2) : null;
}
function isLoopback(hostname) {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return name === "localhost" || name === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}
function isHeaderText(text2) {
  return /^[\x20-\x7e]+$/.test(text2);
}
function isToken(text2) {
  return /^[\x21-\x7e]+$/.test(text2);
}

// src/net/clock.ts
var MAX_TIMER_MS = 2 ** 31 - 1;
var systemClock = {
  now: () => Date.now(),
  wait: async (ms, signal) => {
    signal.throwIfAborted();
    await new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
      signal.addEventListener("abort", end);
    });
    signal.throwIfAborted();
  },
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(ms, MAX_TIMER_MS));
    return () => {
      clearTimeout(timer);
    };
  },
  random: () => Math.random()
};

// src/net/redact.ts
var MASK = "***";
var MIN_RUN = 12;
var SAMPLE = 6;
var STRIDE = MIN_RUN - SAMPLE + 1;
var MIN_ENCODED = 8;
var MAX_DEPTH2 = 100;
function createRedactor(secrets) {
  const forms = [...new Set(secrets.flatMap((secret) => toForms(secret.trim())))];
  const long = forms.filter((form) => form.length >= MIN_RUN);
  const short = forms.filter((form) => form !== "" && form.length < MIN_RUN);
  const runs = new Set(long.flatMap((form) => toPieces(form, MIN_RUN)));
  const samples = toSamples(long.flatMap((form) => toPieces(form, SAMPLE)));
  const find = (text2) => [
    ...findRuns(text2, runs, samples),
    ...short.flatMap((form) => findAll(text2, form))
  ];
  const redact = (text2) => replaceRanges(text2, find(text2));
  const holds = (text2) => find(text2).length > 0;
  return {
    text: redact,
    value: (json) => holdsAnywhere(json, holds) ? redactValue(json, redact) : json
  };
}
function toForms(secret) {
  const uri = encodeURIComponent(secret.toWellFormed());
  const bytes = new TextEncoder().encode(secret);
  return [
    secret,
    uri,
    // The runner also escapes what this function leaves.
    uri.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[&<>"']/g, (sign) => XML_ESCAPES[sign] ?? sign),
    ...bytes.length < MIN_ENCODED ? [] : [0, 1, 2].map((offset) => toBase64(bytes, offset))
  ];
}
var XML_ESCAPES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;"
};
function toBase64(bytes, offset) {
  const text2 = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const start = Math.ceil(offset * 8 / 6);
  const end = Math.floor((offset + bytes.length) * 8 / 6);
  return btoa("\0".repeat(offset) + text2).slice(start, end);
}
function toPieces(form, length) {
  return Array.from({ length: form.length - length + 1 }, (_, at) => form.slice(at, at + length));
}
function toSamples(texts) {
  const pairs = new Uint8Array(PAIRS);
  for (const text2 of texts) pairs[toPair(text2, 0)] = 1;
  return { texts: new Set(texts), pairs };
}
var PAIRS = 2 ** 12;
function toPair(text2, at) {
  return (text2.charCodeAt(at) & 63) << 6 | text2.charCodeAt(at + 1) & 63;
}
function findRuns(text2, runs, { texts, pairs }) {
  const found = [];
  for (let at = 0; at + SAMPLE <= text2.length; at += STRIDE) {
    if (pairs[toPair(text2, at)] === 0 || !texts.has(text2.slice(at, at + SAMPLE))) continue;
    for (let start = Math.max(0, at - STRIDE + 1); start <= at; start += 1) {
      const end = start + MIN_RUN;
      if (runs.has(text2.slice(start, end))) addRange(found, { start, end });
    }
  }
  return found;
}
function findAll(text2, form) {
  const found = [];
  for (let at = text2.indexOf(form); at >= 0; at = text2.indexOf(form, at + 1)) {
    addRange(found, { start: at, end: at + form.length });
  }
  return found;
}
function addRange(found, range) {
  const last = found.at(-1);
  if (last !== void 0 && last.end > range.start) last.end = range.end;
  else found.push(range);
}
function replaceRanges(text2, ranges) {
  let redacted = "";
  let end = 0;
  for (const range of [...ranges].sort((one, other) => one.start - other.start)) {
    if (range.start >= end) redacted += text2.slice(end, range.start) + MASK;
    end = Math.max(end, range.end);
  }
  return redacted + text2.slice(end);
}
function holdsAnywhere(json, holds, depth = 0) {
  if (typeof json === "string") return holds(json);
  if (typeof json !== "object" || json === null) return false;
  if (depth === MAX_DEPTH2) return true;
  if (Array.isArray(json)) return json.some((entry) => holdsAnywhere(entry, holds, depth + 1));
  return Object.entries(json).some(([key, entry]) => holds(key) || holdsAnywhere(entry, holds, depth + 1));
}
function redactValue(json, redact, depth = 0) {
  if (typeof json === "string") return redact(json);
  if (typeof json !== "object" || json === null) return json;
  if (depth === MAX_DEPTH2) return MASK;
  if (Array.isArray(json)) return json.map((entry) => redactValue(entry, redact, depth + 1));
  return Object.fromEntries(
    Object.entries(json).map(([key, entry]) => [redact(key), redactValue(entry, redact, depth + 1)])
  );
}

// src/client/configuration.ts
var ConfigurationError = class extends ServiceClientError {
  name = "ConfigurationError";
};
function parseConfiguration(options) {
  checkKinds(options);
  const apiKey = parseApiKey(options.apiKey);
  const settings = {
    signal: options.signal,
    timeoutMs: parseWhole("timeoutMs", options.timeoutMs ?? 3e4, MAX_TIMER_MS),
    maxTries: parseWhole("maxTries", options.maxTries ?? 4, 100),
    maxBodyBytes: parseWhole("maxBodyBytes", options.maxBodyBytes ?? 10 * 2 ** 20, 2 ** 29),
    clock: {
      now: options.now ?? systemClock.now,
      random: options.random ?? systemClock.random,
      wait: options.wait ?? systemClock.wait,
      after: options.after ?? systemClock.after
    }
  };
  return {
    ...settings,
    baseUrl: parseBaseUrl(options.baseUrl),
    usesProxyVariables: options.usesProxyVariables ?? false,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${apiKey}`,
      "user-agent": parseHeader("userAgent", options.userAgent ?? "scan-gate-client")
    },
    onRetry: options.onRetry ?? (() => void 0),
    transport: createTransport({
      ...settings,
      // Looked up for each request, so that a `fetch` that is replaced later is used.
      fetch: watchConnecting(options.fetch ?? (async (url, init) => await globalThis.fetch(url, init))),
      redactor: createRedactor([apiKey, ...options.secrets ?? []])
    })
  };
}
var OPTIONAL = {
  fetch: "function",
  usesProxyVariables: "boolean",
  secrets: "texts",
  userAgent: "text",
  signal: "signal",
  now: "function",
  random: "function",
  wait: "function",
  after: "function",
  onRetry: "function"
};
function checkKinds(options) {
  requireKind("the argument of createClient", options, "object");
  requireKind("baseUrl", options.baseUrl, "text");
  requireKind("apiKey", options.apiKey, "text");
  for (const [name, kind] of Object.entries(OPTIONAL)) {
    const value = options[name];
    if (value !== void 0) requireKind(name, value, kind);
  }
}
function requireKind(name, value, kind) {
  const fault = findArgumentFault({ name, value }, kind);
  if (fault !== null) throw new ConfigurationError(fault);
}
var BASE_URL_FAULTS = {
  "not-an-address": "baseUrl must be an absolute https address",
  "user-info": "baseUrl must not hold a user name or password",
  query: "baseUrl must not have a query or hash",
  scheme: "baseUrl must be an absolute https address",
  "plain-http": "baseUrl must be https (http is for loopback alone)",
  "api-path": "baseUrl must not end in /public/v1, which the client adds itself",
  github: "baseUrl must be the address of the service, not that of GitHub"
};
function parseBaseUrl(text2) {
  const address = parseBaseAddress(text2);
  if (address.kind === "address") return address.url;
  throw new ConfigurationError(BASE_URL_FAULTS[address.fault]);
}
function parseApiKey(text2) {
  const key = text2.trim();
  if (key === "") throw new ConfigurationError("apiKey must not be empty");
  return parseHeader("apiKey", key, isToken);
}
function parseHeader(name, value, isAllowed = isHeaderText) {
  if (isAllowed(value)) return value;
  throw new ConfigurationError(`${name} has a character that cannot be in a header`);
}
function parseWhole(name, value, max) {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new ConfigurationError(`${name} must be a whole number from 1 to ${max}`);
}

// src/judgement/finding.ts
function compareText(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

// src/client/repo-errors.ts
var MAX_NAMED = 20;
var MAX_CHARS = 2e3;
var RepositoryNotFoundError = class extends ServiceClientError {
  name = "RepositoryNotFoundError";
  /** `owner/name`, as it was given. */
  fullName;
  repositories;
  organizations;
  constructor(fullName, { repositories, organizations }) {
    const count2 = repositories === 1 ? "1 repository" : `${repositories} repositories`;
    const where = organizations.length === 0 ? "no organization" : `the organizations ${toList(organizations)}`;
    super(
      toShortLine(
        `Check the name, and that the key is of the right organization: this key sees no repository ${fullName}. It sees ${count2} and ${where}.`,
        MAX_CHARS
      )
    );
    this.fullName = fullName;
    this.repositories = repositories;
    this.organizations = organizations;
    Object.defineProperty(this, "organizations", { enumerable: false });
  }
};
var AmbiguousRepositoryError = class extends ServiceClientError {
  name = "AmbiguousRepositoryError";
  /** `owner/name`, as it was given. */
  fullName;
  /** At least two. */
  matches;
  constructor(fullName, matches) {
    const named = matches.map(({ id, orgName }) => `${id} (organization ${orgName})`);
    super(
      toShortLine(
        `Use the id of the one that is meant: ${fullName} is the name of ${matches.length} repositories, ${toList(named)}.`,
        MAX_CHARS
      )
    );
    this.fullName = fullName;
    this.matches = matches;
    Object.defineProperty(this, "matches", { enumerable: false });
  }
};
function toList(names) {
  const more = names.length - MAX_NAMED;
  const named = names.slice(0, MAX_NAMED).join(", ");
  return more > 0 ? `${named}, ${more} more` : named;
}

// src/client/repos.ts
function repoMethods(config) {
  const list = async (query = {}, options) => {
    checkOptions(options);
    checkShape({ name: "query", value: query }, {});
    const { limit, offset } = query;
    return await request(config, ENDPOINTS.listRepos, { ...options, query: { limit, offset } });
  };
  async function collect(query = {}, options) {
    checkOptions(options);
    checkShape({ name: "query", value: query }, { mayHave: { select: "function" } });
    const { signal } = options ?? {};
    const pages = {
      endpoint: toEndpointName(ENDPOINTS.listRepos),
      keyOf: (repo2) => repo2.id,
      signal,
      fetchPage: async (offset, pageSignal) => {
        const page = await list({ limit: PAGE_SIZE, offset }, { signal: pageSignal });
        return { items: page.repos, total: page.total };
      }
    };
    return await collectPages(pages, query.select ?? ((repo2) => repo2));
  }
  return {
    list,
    collect,
    find: async (fullName, options) => {
      checkArgument({ name: "the name", value: fullName }, "text");
      const seen = await collect({ select: (repo2) => toCandidate(repo2, fullName) }, options);
      const matches = seen.flatMap(({ match }) => match ?? []);
      const [first, ...others] = matches;
      if (first !== void 0 && others.length === 0) return first;
      if (first !== void 0) throw new AmbiguousRepositoryError(fullName, matches);
      const organizations = await fetchOrganizations(config, seen, options);
      throw new RepositoryNotFoundError(fullName, { repositories: seen.length, organizations });
    }
  };
}
function toCandidate(repo2, fullName) {
  return { match: isSameFullName(fullNameOf(repo2), fullName) ? repo2 : null, orgName: repo2.orgName };
}
function fullNameOf({ ownerName: owner, name: repo2 }) {
  return toFullName({ owner, repo: repo2 });
}
async function fetchOrganizations(config, seen, options = {}) {
  const names = seen.map(({ orgName }) => orgName);
  try {
    const { orgs } = await request(config, ENDPOINTS.getUser, options);
    return toSorted([...names, ...orgs.map(({ name }) => name)]);
  } catch (error) {
    if (isServiceError(error)) return toSorted(names);
    throw error;
  }
}
function toSorted(names) {
  return [...new Set(names)].sort(compareText);
}

// src/client/rule-files.ts
var MAX_SEGMENT_BYTES = 255;
var MAX_PATH_CHARACTERS = 512;
function decideFilePlan(rules, system) {
  const places = { files: /* @__PURE__ */ new Map(), folders: /* @__PURE__ */ new Set(), system };
  const refused = [];
  for (const { id, key, text: text2 } of toSorted2(rules)) {
    const file = { rule: id, key, path: `${id}/${toPlainPath(key)}`, text: text2 };
    const why = findRuleFault(id, system) ?? findKeyFault(key) ?? findPathFault(file.path, system) ?? findClash(file, places);
    if (why === null) place(file, places);
    else refused.push({ rule: id, key, why });
  }
  const files = [...places.files.values()].sort((a, b) => compareText(a.path, b.path));
  return { files, refused };
}
function toSorted2(rules) {
  return rules.flatMap(({ id, files }) => Object.entries(files).map(([key, text2]) => ({ id, key, text: text2 }))).sort((a, b) => compareText(a.id, b.id) || compareText(a.key, b.key));
}
function toPlainPath(key) {
  return key.split("/").filter((part) => part !== "" && part !== ".").join("/");
}
function findRuleFault(id, system) {
  if (!id.startsWith("rule_")) return "the ID of its rule does not begin with rule_";
  return id.includes("/") ? "the ID of its rule has a slash" : findPathFault(id, system);
}
function findKeyFault(key) {
  if (key.startsWith("/")) return "it is absolute";
  if (/^[a-z]:/i.test(toPlainPath(key))) return "it begins with a drive";
  return /(?:^|\/)\.?$/.test(key) ? "it names no file" : null;
}
function findPathFault(path, system) {
  if (path.length > MAX_PATH_CHARACTERS) return "it is too long";
  if (path.includes("\\")) return "it has a backslash";
  if (/(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path) || !path.isWellFormed()) {
    return "it has control or invisible characters";
  }
  const faults = path.split("/").map((segment) => findSegmentFault(segment, system));
  return faults.find((fault) => fault !== null) ?? null;
}
var DOT_GIT = /^(?:\.git|git~\d+)[. ]*(?::|$)/i;
function findSegmentFault(segment, system) {
  if (segment === "") return "it is absolute or has an empty part";
  if (segment === "." || segment === "..") return "it has a . or .. part";
  if (DOT_GIT.test(segment)) return "it leads into .git";
  if (new TextEncoder().encode(segment).length > MAX_SEGMENT_BYTES) return "a part of it is too long";
  return system === "windows" ? findWindowsFault(segment) : null;
}
var RESERVED_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;
function findWindowsFault(segment) {
  if (/[\t:*?"<>|]/.test(segment)) return "it has a character that Windows does not allow";
  if (/[. ]$/.test(segment)) return "a part of it ends with a dot or a space";
  return RESERVED_NAME.test(segment) ? "a part of it is a name that Windows reserves" : null;
}
function place(file, { files, folders, system }) {
  const folded = toFolded(file.path, system);
  files.set(folded, file);
  for (const folder of toFolders(folded)) folders.add(folder);
}
function findClash(file, { files, folders, system }) {
  const folded = toFolded(file.path, system);
  const other = files.get(folded);
  if (other !== void 0) return isSame(file, other) ? null : toClash(file.path, other.path);
  const isNested = folders.has(folded) || toFolders(folded).some((folder) => files.has(folder));
  return isNested ? "another file needs the same name as a folder" : null;
}
function isSame(one, other) {
  return one.path === other.path && one.key === other.key && one.text === other.text;
}
function toClash(path, other) {
  const same = `it is the same as ${other}`;
  return path === other ? same : `${same} where case does not matter`;
}
function toFolders(path) {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}
function toFolded(path, system) {
  if (system === "linux") return path;
  return path.normalize("NFC").toLowerCase().toUpperCase().normalize("NFC");
}
function toSystem(platform) {
  if (platform === "win32") return "windows";
  return platform === "darwin" ? "macos" : "linux";
}

// src/client/rule-requests.ts
var RuleRequestFailedError = class extends ServiceClientError {
  name = "RuleRequestFailedError";
  requestId;
  constructor(requestId) {
    const summary = `The rule request ${requestId} failed in the service.`;
    const advice = "Change the description or the examples, and create a new one.";
    super(`${summary} ${advice}`);
    this.requestId = requestId;
    this.stack = toUncaughtStack(this, { summary, advice });
  }
};
var RuleRequestUnfinishedError = class extends ServiceClientError {
  name = "RuleRequestUnfinishedError";
  requestId;
  /** How often it was polled. */
  polls;
  constructor(requestId, polls) {
    const summary = `The rule request ${requestId} is not finished after ${polls} polls.`;
    const advice = "It continues in the service. Resume it with this request ID.";
    super(`${summary} ${advice}`);
    this.requestId = requestId;
    this.polls = polls;
    this.stack = toUncaughtStack(this, { summary, advice });
  }
};
function checkWaitOptions(options) {
  checkOptions(options, { onRequest: "function", onPoll: "function" });
}
function ruleRequestMethods(config, getRule) {
  const get = async (id, options) => await request(config, ENDPOINTS.getRuleRequest, { ...options, id });
  return {
    list: async (query, options) => {
      checkOptions(options);
      checkRepoQuery(query);
      const ofRepo = { repo_id: query.repoId };
      return (await request(config, ENDPOINTS.listRuleRequests, { ...options, query: ofRepo })).requests;
    },
    get,
    wait: async (requestId, options) => {
      checkWaitOptions(options);
      const { signal, pollIntervalMs = 5e3, maxPolls = 20, onRequest, onPoll } = options ?? {};
      onRequest?.(requestId);
      for (let polls = 1; ; polls++) {
        const polled = await get(requestId, { signal });
        onPoll?.(polled, polls);
        if (polled.status === "complete") {
          const rules = await Promise.all(polled.results.map(async ({ id }) => await getRule(id, { signal })));
          return { requestId, request: polled, rules };
        }
        if (polled.status === "failed") throw new RuleRequestFailedError(requestId);
        if (polls >= maxPolls) throw new RuleRequestUnfinishedError(requestId, polls);
        const pauseMs = Math.round(pollIntervalMs * Math.min(2, 1.2 ** (polls - 1)));
        await waitUnlessAborted(config.clock, pauseMs, joinSignals(config.signal, signal));
      }
    }
  };
}

// src/client/rules.ts
function ruleMethods(config) {
  const get = async (id, options) => await request(config, ENDPOINTS.getRule, { ...options, id });
  const requests = ruleRequestMethods(config, get);
  return {
    list: async (query, options) => {
      checkOptions(options);
      checkRepoQuery(query);
      const ofRepo = { repo_id: query.repoId };
      return (await request(config, ENDPOINTS.listRules, { ...options, query: ofRepo })).rules;
    },
    get,
    files: async (id, options) => {
      checkOptions(options, { system: "text" });
      const { system = ownSystem(), signal } = options ?? {};
      const { ruleFiles: files } = await get(id, { signal });
      return decideFilePlan([{ id, files }], system);
    },
    create: (rule2, options) => {
      const created = createRule(config, rule2, options);
      return Object.assign(created, {
        wait: async (wait = {}) => {
          checkWaitOptions(wait);
          const signal = joinSignals(options?.signal, wait.signal);
          return await requests.wait(await created, { ...wait, signal });
        }
      });
    },
    requests
  };
}
function ownSystem() {
  return typeof process === "undefined" ? "windows" : toSystem(process.platform);
}
async function createRule(config, rule2, options) {
  checkOptions(options);
  checkShape({ name: "rule", value: rule2 }, { needs: { repoId: "text" }, mayHave: { input: "object" } });
  const input = { mayHave: { description: "text", bugIds: "texts", commitShas: "texts" } };
  checkShape({ name: "rule.input", value: rule2.input ?? {} }, input);
  const call = { ...options, body: toBody2(rule2) };
  return (await request(config, ENDPOINTS.createRule, call)).ruleCreationRequestId;
}
function toBody2({ repoId: repoId2, input = {} }) {
  const { description, bugIds, commitShas } = input;
  return { repo_id: repoId2, input: { description, bugIds, commitShas } };
}

// src/client/scans.ts
var SCANS_ENDPOINT = toEndpointName(ENDPOINTS.listScans);
function scanMethods(config) {
  const list = async (query, options) => {
    checkOptions(options);
    checkRepoQuery(query);
    const { repoId: repoId2, limit, offset } = query;
    return await request(config, ENDPOINTS.listScans, {
      ...options,
      query: { repo_id: repoId2, limit, offset }
    });
  };
  return {
    list,
    iterate: (query, options) => {
      checkOptions(options);
      checkRepoQuery(query);
      const { repoId: repoId2, maxScans = 2e3 } = query;
      const pages = {
        endpoint: SCANS_ENDPOINT,
        keyOf: toScanKey,
        signal: options?.signal,
        fetchPage: async (offset, pageSignal) => {
          const page = await list({ repoId: repoId2, limit: PAGE_SIZE, offset }, { signal: pageSignal });
          return { items: page.scans, total: page.total };
        }
      };
      return iteratePages(pages, maxScans);
    }
  };
}
function toScanKey(scan2) {
  const { createdAt, commitSha, initiator, scanType } = scan2;
  return scan2.workflowRequestId ?? [createdAt, commitSha, initiator, scanType].join(" ");
}

// src/client/client.ts
function createClient(options) {
  const config = parseConfiguration(options);
  return {
    repos: repoMethods(config),
    scans: scanMethods(config),
    bugs: bugMethods(config),
    rules: ruleMethods(config),
    user: { get: async (call) => await request(config, ENDPOINTS.getUser, { ...call }) }
  };
}

// src/client/resources.ts
var DISMISSAL_REASONS = ["not_a_bug", "wont_fix", "duplicate", "other"];
export {
  AmbiguousRepositoryError,
  ConfigurationError,
  DISMISSAL_REASONS,
  RepositoryNotFoundError,
  RuleRequestFailedError,
  RuleRequestUnfinishedError,
  ServiceClientError,
  ServiceError,
  createClient,
  errorCategory,
  isBugId,
  isCommitId,
  isEpochMs,
  isOrgId,
  isRepoId,
  isReviewId,
  isRuleId,
  isRuleRequestId,
  isScanId,
  isServiceError
};
