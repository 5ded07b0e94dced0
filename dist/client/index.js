var __defProp = Object.defineProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

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
function _stringify(input2) {
  const type = typeof input2;
  if (type === "string") return `"${input2}"`;
  if (type === "number" || type === "bigint" || type === "boolean") return `${input2}`;
  if (type === "object" || type === "function") return (input2 && Object.getPrototypeOf(input2)?.constructor?.name) ?? "null";
  return type;
}
function _addIssue(context, label, dataset, config$1, other) {
  const input2 = other && "input" in other ? other.input : dataset.value;
  const expected = other?.expected ?? context.expects ?? null;
  const received = other?.received ?? /* @__PURE__ */ _stringify(input2);
  const issue = {
    kind: context.kind,
    type: context.type,
    input: input2,
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
// @__NO_SIDE_EFFECTS__
function getDotPath(issue) {
  if (issue.path) {
    let key = "";
    for (const item of issue.path) if (typeof item.key === "string" || typeof item.key === "number") if (key) key += `.${item.key}`;
    else key += item.key;
    else return null;
    return key;
  }
  return null;
}
var EMOJI_REGEX = new RegExp("^(?:[\\u{1F1E6}-\\u{1F1FF}]{2}|\\u{1F3F4}[\\u{E0061}-\\u{E007A}]{2}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,3}\\u{E007F}|(?:\\p{Emoji}\\uFE0F\\u20E3?|\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}?|(?![\\p{Emoji_Modifier_Base}\\u{1F1E6}-\\u{1F1FF}])\\p{Emoji_Presentation})(?:\\u200D(?:\\p{Emoji}\\uFE0F\\u20E3?|\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}?|(?![\\p{Emoji_Modifier_Base}\\u{1F1E6}-\\u{1F1FF}])\\p{Emoji_Presentation}))*)+$", "u");
// @__NO_SIDE_EFFECTS__
function check(requirement, message$1) {
  return {
    kind: "validation",
    type: "check",
    reference: check,
    async: false,
    expects: null,
    requirement,
    message: message$1,
    "~run"(dataset, config$1) {
      if (dataset.typed && !this.requirement(dataset.value)) _addIssue(this, "input", dataset, config$1);
      return dataset;
    }
  };
}
var ABORT_EARLY_CONFIG = { abortEarly: true };
// @__NO_SIDE_EFFECTS__
function getFallback(schema, dataset, config$1) {
  return typeof schema.fallback === "function" ? schema.fallback(dataset, config$1) : schema.fallback;
}
// @__NO_SIDE_EFFECTS__
function getDefault(schema, dataset, config$1) {
  return typeof schema.default === "function" ? schema.default(dataset, config$1) : schema.default;
}
// @__NO_SIDE_EFFECTS__
function is(schema, input2) {
  return !schema["~run"]({ value: input2 }, ABORT_EARLY_CONFIG).issues;
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
      const input2 = dataset.value;
      if (Array.isArray(input2)) {
        dataset.typed = true;
        dataset.value = [];
        for (let key = 0; key < input2.length; key++) {
          const value$1 = input2[key];
          const itemDataset = this.item["~run"]({ value: value$1 }, config$1);
          if (itemDataset.issues) {
            const pathItem = {
              type: "array",
              origin: "value",
              input: input2,
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
function lazy(getter) {
  return _standardSchema({
    kind: "schema",
    type: "lazy",
    reference: lazy,
    expects: "unknown",
    async: false,
    getter,
    "~run"(dataset, config$1) {
      return this.getter(dataset.value)["~run"](dataset, config$1);
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
      const input2 = dataset.value;
      if (input2 && typeof input2 === "object") {
        dataset.typed = true;
        dataset.value = {};
        for (const key in this.entries) {
          const valueSchema = this.entries[key];
          if (key in input2 || (valueSchema.type === "exact_optional" || valueSchema.type === "optional" || valueSchema.type === "nullish") && valueSchema.default !== void 0) {
            const value$1 = key in input2 ? input2[key] : /* @__PURE__ */ getDefault(valueSchema);
            const valueDataset = valueSchema["~run"]({ value: value$1 }, config$1);
            if (valueDataset.issues) {
              const pathItem = {
                type: "object",
                origin: "value",
                input: input2,
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
                input: input2,
                key,
                value: input2[key]
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
function optional(wrapped, default_) {
  return _standardSchema({
    kind: "schema",
    type: "optional",
    reference: optional,
    expects: `(${wrapped.expects} | undefined)`,
    async: false,
    wrapped,
    default: default_,
    "~run"(dataset, config$1) {
      if (dataset.value === void 0) {
        if (this.default !== void 0) dataset.value = /* @__PURE__ */ getDefault(this, dataset, config$1);
        if (dataset.value === void 0) {
          dataset.typed = true;
          return dataset;
        }
      }
      return this.wrapped["~run"](dataset, config$1);
    }
  });
}
// @__NO_SIDE_EFFECTS__
function strictObject(entries$1, message$1) {
  return _standardSchema({
    kind: "schema",
    type: "strict_object",
    reference: strictObject,
    expects: "Object",
    async: false,
    entries: entries$1,
    message: message$1,
    "~run"(dataset, config$1) {
      const input2 = dataset.value;
      if (input2 && typeof input2 === "object") {
        dataset.typed = true;
        dataset.value = {};
        for (const key in this.entries) {
          const valueSchema = this.entries[key];
          if (key in input2 || (valueSchema.type === "exact_optional" || valueSchema.type === "optional" || valueSchema.type === "nullish") && valueSchema.default !== void 0) {
            const value$1 = key in input2 ? input2[key] : /* @__PURE__ */ getDefault(valueSchema);
            const valueDataset = valueSchema["~run"]({ value: value$1 }, config$1);
            if (valueDataset.issues) {
              const pathItem = {
                type: "object",
                origin: "value",
                input: input2,
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
                input: input2,
                key,
                value: input2[key]
              }]
            });
            if (config$1.abortEarly) break;
          }
        }
        if (!dataset.issues || !config$1.abortEarly) {
          for (const key in input2) if (!Object.prototype.hasOwnProperty.call(this.entries, key)) {
            _addIssue(this, "key", dataset, config$1, {
              input: key,
              expected: "never",
              path: [{
                type: "object",
                origin: "key",
                input: input2,
                key,
                value: input2[key]
              }]
            });
            break;
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
function pipe(...pipe$1) {
  return _standardSchema({
    ...pipe$1[0],
    pipe: pipe$1,
    "~run"(dataset, config$1) {
      for (const item of pipe$1) if (item.kind !== "metadata") {
        if (dataset.issues && (item.kind === "schema" || item.kind === "transformation")) {
          dataset.typed = false;
          break;
        }
        if (!dataset.issues || !config$1.abortEarly && !config$1.abortPipeEarly) dataset = item["~run"](dataset, config$1);
      }
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function safeParse(schema, input2, config$1) {
  const dataset = schema["~run"]({ value: input2 }, /* @__PURE__ */ getGlobalConfig(config$1));
  return {
    typed: dataset.typed,
    success: !dataset.issues,
    output: dataset.value,
    issues: dataset.issues
  };
}

// src/net/clock.ts
var MAX_TIMER_MS = 2 ** 31 - 1;
var systemClock = {
  now: () => Date.now(),
  wait: async (ms, signal2) => {
    signal2.throwIfAborted();
    await new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal2.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
      signal2.addEventListener("abort", end);
    });
    signal2.throwIfAborted();
  },
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(ms, MAX_TIMER_MS));
    return () => {
      clearTimeout(timer);
    };
  },
  random: () => Math.random()
};

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
  /** `message` without host names and addresses, which a certificate or a resolved name may tell of an inner network. */
  withoutNames;
  /** @default withoutNames The message: it has none. */
  constructor({ name, code, message, withoutNames = message }) {
    super(message);
    this.name = name;
    this.code = code;
    this.withoutNames = withoutNames;
    this.stack = `${name}: ${message}`;
  }
};
var UnusableFetchError = class extends NetworkCause {
  constructor(message) {
    super({ name: "UnusableFetchError", message });
  }
};
function readNetworkCause(thrown, redactor) {
  if (thrown instanceof UnusableFetchError) return thrown;
  let best = toFarthest(thrown);
  let cause = toFarthest(readField(thrown, "cause"));
  for (let depth = 0; depth < MAX_DEPTH && cause !== void 0; depth++) {
    if (readText(cause, "code") !== void 0 || readText(best, "code") === void 0) best = cause;
    cause = toFarthest(readField(cause, "cause"));
  }
  const toLine = (text2, maxChars) => toShortLine(redactor.text(text2), maxChars);
  const code = readText(best, "code");
  const [, status] = TUNNEL_REFUSED.exec(readText(best, "message") ?? "") ?? [];
  if (status !== void 0) return new NetworkCause({ name: "ProxyError", message: `the proxy answered ${status}` });
  return new NetworkCause({
    name: toLine(readText(best, "name") ?? "Error", 100),
    code: code === void 0 ? void 0 : toLine(code, 100),
    message: toLine(toPlainText(readText(best, "message") ?? "", code), 500) || NO_CONNECTION,
    withoutNames: toLine(toNamelessText(best), 500)
  });
}
function toFarthest(error) {
  const errors = readField(error, "errors");
  if (!Array.isArray(errors) || errors.length === 0) return error;
  const codeOf = (each) => readText(each, "code") ?? "";
  const isAnswered = (each) => codeOf(each) === "ECONNREFUSED" || codeOf(each) === "ECONNRESET";
  const hasLeft = (each) => codeOf(each) !== "" && !UNREACHABLE.has(codeOf(each));
  return errors.find(isAnswered) ?? errors.find(hasLeft) ?? errors[0];
}
var NO_CONNECTION = "no connection";
function toNamelessText(error) {
  const own = readText(error, "withoutNames");
  if (own !== void 0) return own;
  const [code, message] = [readText(error, "code"), readText(error, "message") ?? ""];
  if (code === void 0) return FIXED_MESSAGES.has(message) ? message : NO_CONNECTION;
  const words = NAMELESS[code];
  if (words !== void 0) return words;
  if (FIXED_BY_CODE.test(code)) return toPlainText(message, code) || NO_CONNECTION;
  const call2 = readText(error, "syscall");
  return call2 === void 0 ? NO_CONNECTION : `${call2} ${code}`;
}
var FIXED_MESSAGES = /* @__PURE__ */ new Set(["fetch failed", "terminated", "bad port"]);
var NAMELESS = {
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for other host names",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time"
};
var FIXED_BY_CODE = /^(?:CERT|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UND_ERR)_/;
var TUNNEL_REFUSED = /^Proxy response \((\d{3})\) !== 200\b/;
var NO_TLS_CODE = "ERR_SSL_WRONG_VERSION_NUMBER";
var OPENSSL = /^[0-9A-F]{1,40}:error:[0-9A-F]{1,40}:[^:]{0,40}:[^:]{0,80}:([^:]{1,200}):/i;
function toPlainText(message, code) {
  const reason = OPENSSL.exec(message)?.[1];
  if (reason === void 0) return message;
  return code === NO_TLS_CODE ? "what answered there does not speak https" : `no TLS connection: ${reason}`;
}
function isBeforeConnection({ name, code = "" }) {
  return name === "ProxyError" || BEFORE_CONNECTION.has(code);
}
var UNTRUSTED = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|CERT_SIGNATURE_FAILURE|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET|VERIFY)_\w+|CERT_UNTRUSTED|CERT_REJECTED|INVALID_CA)$/;
var UNREACHABLE = /* @__PURE__ */ new Set([
  ...["ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "EACCES", "EPERM"],
  // It has no address of that kind, or no port, file or memory left.
  ...["EADDRNOTAVAIL", "EAFNOSUPPORT", "EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"]
]);
function findSurrounding(cause) {
  const code = typeof cause.code === "string" ? cause.code : "";
  if (UNTRUSTED.test(code)) return "certificate";
  if (code === "CERT_NOT_YET_VALID") return "clock";
  if (cause.name === "ProxyError" || cause.name === "ProxyAddressError" || code === PROXY_CLOSED) return "proxy";
  if (code === "ENOTFOUND" || code.startsWith("EAI_")) return "name";
  return UNREACHABLE.has(code) ? "network" : null;
}
function findAnswering(status) {
  if (status === 407) return "proxy";
  return status === 511 ? "network" : null;
}
function toSurroundingAdvice(surrounding, { host, usesProxyVariables, isWritten }) {
  const throughProxy = usesProxyVariables ? " In a network with a proxy, HTTPS_PROXY has to name it." : "";
  switch (surrounding) {
    case "proxy":
      return usesProxyVariables ? `Check the proxy, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY on this machine; if ${host} needs no proxy, add it to NO_PROXY.` : "Check the proxy.";
    case "certificate":
      return `This machine does not trust the certificate. If ${host}, or a proxy on the way, uses a certificate authority of its own, NODE_EXTRA_CA_CERTS must name a PEM file with its certificate; if Node cannot read the file, it only warns and continues.`;
    case "clock":
      return `Check the clock of this machine; if it is right, the certificate of ${host}, or of a proxy on the way, has to be renewed.`;
    case "name":
      return `Check ${isWritten ? `the spelling of ${host}, and ` : ""}the name resolution (DNS) of this machine.${throughProxy}`;
    case "network":
      return `Check the network and the firewall of this machine.${throughProxy}${usesProxyVariables ? " If it does, check the proxy." : ""}`;
  }
}
var PROXY_REFUSES = /\banswered 4(?!08|29)\d\d\b/;
function isLasting(cause) {
  return isRefusedHere(cause) || cause.name === "ProxyError" && PROXY_REFUSES.test(cause.message);
}
function isRefusedHere(cause) {
  return cause instanceof UnusableFetchError || cause.name === "ProxyAddressError" || cause.message === "bad port";
}
function toCauseText({ code, message }) {
  return withCode(message, code);
}
function toNamelessCauseText({ code, withoutNames }) {
  return withCode(withoutNames, code);
}
function withCode(text2, code) {
  return code === void 0 || text2.includes(code) ? text2 : `${text2} (${code})`;
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
  return line.length > maxChars ? `${line.slice(0, maxChars - 1).toWellFormed()}\u2026` : line;
}

// src/client/client-error.ts
var ServiceClientError = class extends Error {
  name = "ServiceClientError";
};
var ConfigurationError = class extends ServiceClientError {
  name = "ConfigurationError";
};

// src/client/resources.ts
var REVIEW_STATES = ["pending", "resolved", "dismissed"];
var DISMISSAL_REASONS = ["not_a_bug", "wont_fix", "duplicate", "other"];

// src/judgement/finding.ts
function compareText(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

// src/client/rule-files.ts
var MAX_SEGMENT_BYTES = 255;
var MAX_PATH_CHARACTERS = 512;
function decideFilePlan(rules, system) {
  const places = { files: /* @__PURE__ */ new Map(), folders: /* @__PURE__ */ new Set(), system };
  const refused = [];
  for (const { id, key, text: text2 } of toSorted(rules)) {
    const file = { rule: id, key, path: `${id}/${toPlainPath(key)}`, text: text2 };
    const why = findRuleFault(id, system) ?? findKeyFault(key) ?? findPathFault(file.path, system) ?? findClash(file, places);
    if (why === null) place(file, places);
    else refused.push({ rule: id, key, why });
  }
  const files2 = [...places.files.values()].sort((a, b) => compareText(a.path, b.path));
  return { files: files2, refused };
}
function toSorted(rules) {
  return rules.flatMap(({ id, files: files2 }) => Object.entries(files2).map(([key, text2]) => ({ id, key, text: text2 }))).sort((a, b) => compareText(a.id, b.id) || compareText(a.key, b.key));
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
function place(file, { files: files2, folders, system }) {
  const folded = toFolded(file.path, system);
  files2.set(folded, file);
  for (const folder of toFolders(folded)) folders.add(folder);
}
function findClash(file, { files: files2, folders, system }) {
  const folded = toFolded(file.path, system);
  const other = files2.get(folded);
  if (other !== void 0) return isSame(file, other) ? null : toClash(file.path, other.path);
  const isNested = folders.has(folded) || toFolders(folded).some((folder) => files2.has(folder));
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
var SYSTEMS = ["linux", "macos", "windows"];
function toSystem(platform) {
  if (platform === "win32") return "windows";
  return platform === "darwin" ? "macos" : "linux";
}

// src/client/schemas.ts
var schemas_exports = {};
__export(schemas_exports, {
  bug: () => bug,
  bugId: () => bugId,
  bugPage: () => bugPage,
  bugReview: () => bugReview,
  repoId: () => repoId,
  repoPage: () => repoPage,
  rule: () => rule,
  ruleId: () => ruleId,
  ruleList: () => ruleList,
  ruleRequestId: () => ruleRequestId,
  ruleRequestList: () => ruleRequestList,
  ruleRequestStarted: () => ruleRequestStarted,
  ruleRequestStatus: () => ruleRequestStatus,
  scanId: () => scanId,
  scanPage: () => scanPage,
  user: () => user
});

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
  id: optional2(reviewId),
  state: text,
  createdAt: time,
  dismissalReason: optional2(text),
  notes: optional2(text),
  source: optional2(text),
  jiraStatusName: optional2(text),
  linearStateName: optional2(text),
  asanaStateName: optional2(text)
});
var introducedIn = object({
  sha,
  date: text,
  author: optional2(text),
  prNumber: optional2(integer)
});
var linkedIssue = object({ tracker: text, issueId: text, url: nullable(text) });
var bug = object({
  id: bugId,
  title: text,
  summary: text,
  filePath: optional2(text),
  createdAt: time,
  review: optional2(bugReview),
  repoId,
  commitSha: optional2(sha),
  isSecurityVulnerability: optional2(flag),
  linkedIssues: array(linkedIssue),
  introducedIn: optional2(introducedIn)
});
var bugPage = object({ bugs: array(bug), total: count });
var user = object({ email: text, orgs: array(object({ id: orgId, name: text })) });
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
  total: optional2(count),
  open: optional2(count),
  resolved: optional2(count),
  dismissed: optional2(count)
});
var scan = object({
  workflowRequestId: nullable(scanId),
  repoId,
  repoName: text,
  ownerName: text,
  workflowStatus: optional2(text),
  scanType: optional2(text),
  initiator: text,
  commitSha: nullable(sha),
  createdAt: time,
  completedAt: nullable(time),
  bugCounts: optional2(bugCounts)
});
var scanPage = object({ scans: array(scan), total: count });
var ruleListItem = { id: ruleId, ruleName: text, createdAt: time };
var ruleList = object({
  rules: array(object(ruleListItem))
});
var rule = object({
  ...ruleListItem,
  // Not v.record: it silently drops a file named `constructor`.
  ruleFiles: custom(isTexts, "an object of strings")
});
var ruleRequestStatus = object({
  id: ruleRequestId,
  status: text,
  // An echo: what somebody once sent must not make the request unreadable, whatever texts it holds.
  input: object({
    description: optional2(text),
    bugIds: optional2(array(text)),
    commitShas: optional2(array(text))
  }),
  createdAt: time,
  completedAt: optional2(time),
  results: array(object({ id: ruleId, ruleName: text }))
});
var ruleRequestList = object({
  requests: array(ruleRequestStatus)
});
var ruleRequestStarted = object({
  ruleCreationRequestId: ruleRequestId
});
function identifier(is2, prefix) {
  return custom(is2, `a string that begins with ${prefix}`);
}
function optional2(schema) {
  return nullish(schema, null);
}
function isCount(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
function isTexts(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((entry) => typeof entry === "string");
}

// src/client/shape.ts
function strict(entries) {
  const names = Object.keys(entries).join(", ");
  return strictObject(
    entries,
    ({ expected }) => expected === "never" ? `is unknown: allowed are ${names}` : "must be an object"
  );
}
function mustBe(words, fits) {
  return custom(fits, `must be ${words}`);
}
function toChoice(words) {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}
function whole(min, max = Number.MAX_SAFE_INTEGER) {
  const limit = max === Number.MAX_SAFE_INTEGER ? "" : ` to ${max}`;
  const fits = (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return mustBe(`a whole number from ${min}${limit}`, fits);
}
var string2 = mustBe("a string", (value) => typeof value === "string");
var strings = array(string2, "must be a list of strings");
var functionSchema = mustBe("a function", (value) => typeof value === "function");
var boolean2 = mustBe("true or false", (value) => typeof value === "boolean");
var signal = mustBe(
  "an AbortSignal",
  (value) => typeof value === "object" && value !== null && "aborted" in value
);
function findFault(value, { takes, call: call2, quote }) {
  const { issues = [] } = safeParse(takes, value);
  const issue = issues.find(({ expected: expected2 }) => expected2 === "never") ?? issues[0];
  if (issue === void 0) return null;
  const { input: input2, message, received, kind, expected } = issue;
  const path = getDotPath(issue) ?? "";
  const name = path === "" ? `the argument of ${call2}` : path;
  if (kind === "validation" || expected === "never") return `${name} ${message}`;
  if (input2 === void 0) return `${name} is missing`;
  return `${name} ${message}, not ${typeof input2 === "string" || typeof input2 === "number" ? quote(input2, path) : received}`;
}

// src/client/arguments.ts
function oneOf(words, more = "") {
  return mustBe(toChoice(words) + more, (value) => words.some((word) => word === value));
}
function wholeOrAll(min) {
  const fits = (value) => value === Infinity || is(whole(min), value);
  return mustBe(`a whole number from ${min}, or Infinity`, fits);
}
var { bugId: bugId2, repoId: repoId2, ruleId: ruleId2, ruleRequestId: requestId, scanId: scanId2 } = schemas_exports;
var state = oneOf(REVIEW_STATES);
var stateOrList = oneOf(REVIEW_STATES, ", or a list of these");
var dismissalReason = oneOf(DISMISSAL_REASONS);
var fullName = mustBe("owner/name, such as acme/storefront", isFullName);
var call = { signal: optional(signal) };
var bugs = {
  repoId: repoId2,
  status: lazy((value) => Array.isArray(value) && value.length > 0 ? array(state) : stateOrList),
  scanId: optional(scanId2)
};
var page = { limit: optional(whole(1, 100)), offset: optional(whole(0)) };
var select = { select: optional(functionSchema) };
var input = {
  description: optional(string2),
  bugIds: optional(array(bugId2, "must be a list of bug IDs")),
  commitShas: optional(strings)
};
var files = { ...call, system: optional(oneOf(SYSTEMS)) };
var wait = {
  ...call,
  // It grows to twice this.
  pollIntervalMs: optional(whole(0, Math.floor(MAX_TIMER_MS / 2))),
  maxPolls: optional(wholeOrAll(1)),
  onRequest: optional(functionSchema),
  onPoll: optional(functionSchema)
};
var review = { state, dismissalReason: optional(dismissalReason), notes: optional(string2) };
var options = optional(strict(call));
var ofRepository = strict({ repoId: repoId2 });
var CALLS = {
  "user.get": { options },
  "repos.list": { query: optional(strict(page)), options },
  "repos.collect": { query: optional(strict(select)), options },
  "repos.find": { fullName, options },
  "scans.list": { query: strict({ repoId: repoId2, ...page }), options },
  "scans.iterate": { query: strict({ repoId: repoId2, maxScans: optional(wholeOrAll(0)) }), options },
  "bugs.list": { query: strict({ ...bugs, ...page }), options },
  "bugs.collect": { query: strict({ ...bugs, ...select }), options },
  "bugs.iterate": { query: strict(bugs), options },
  "bugs.get": { bugId: bugId2, options },
  "bugs.review": {
    bugId: bugId2,
    review: pipe(
      strict(review),
      check(isReview, `must have a dismissalReason where its state is dismissed, and only there`)
    ),
    options
  },
  "rules.list": { query: ofRepository, options },
  "rules.get": { ruleId: ruleId2, options },
  "rules.files": { ruleId: ruleId2, options: optional(strict(files)) },
  "rules.create": { rule: strict({ repoId: repoId2, input: optional(strict(input)) }), options },
  "rules.create(\u2026).wait": { options: optional(strict(wait)) },
  "rules.requests.list": { query: ofRepository, options },
  "rules.requests.get": { requestId, options },
  "rules.requests.wait": { requestId, options: optional(strict(wait)) }
};
function isFullName(value) {
  return typeof value === "string" && value.indexOf("/") > 0 && !value.endsWith("/");
}
function checked(config, call2, method) {
  return async (...args) => {
    checkArguments(config, call2, args);
    return await method(...args);
  };
}
function checkArguments({ redactor }, call2, given) {
  const entries = CALLS[call2];
  const args = Object.fromEntries(Object.keys(entries).map((name, index) => [name, given[index]]));
  const quote = (value) => typeof value === "string" ? JSON.stringify(toShortLine(redactor.text(value), 100)) : String(value);
  const fault = findFault(args, { takes: strict(entries), call: call2, quote });
  if (fault !== null) throw new ServiceClientError(fault);
}
function isReview(given) {
  const { state: word, dismissalReason: reason } = given;
  return word === "dismissed" === (reason !== void 0);
}

// src/client/endpoints.ts
var read = { method: "GET", repeat: "always" };
var ENDPOINTS = {
  createRule: {
    method: "POST",
    path: "/public/v1/rules",
    // Starts a job: sending it twice would start two.
    repeat: "unless-arrived",
    schema: ruleRequestStarted
  },
  listRules: { ...read, path: "/public/v1/rules", schema: ruleList },
  listRuleRequests: { ...read, path: "/public/v1/rules/requests", schema: ruleRequestList },
  getRuleRequest: { ...read, path: "/public/v1/rules/requests/{rcr_id}", schema: ruleRequestStatus },
  getRule: { ...read, path: "/public/v1/rules/{rule_id}", schema: rule },
  listBugs: { ...read, path: "/public/v1/bugs", schema: bugPage },
  getBug: { ...read, path: "/public/v1/bugs/{bug_id}", schema: bug },
  reviewBug: {
    method: "POST",
    path: "/public/v1/bugs/{bug_id}/review",
    // Overwrites, so sending it twice is harmless.
    repeat: "always",
    schema: bugReview
  },
  getUser: { ...read, path: "/public/v1/user", schema: user },
  listRepos: { ...read, path: "/public/v1/repos", schema: repoPage },
  listScans: { ...read, path: "/public/v1/scans", schema: scanPage }
};
function toEndpointName({ method, path }) {
  return `${method} ${path}`;
}

// src/net/abort.ts
function joinSignals(...signals) {
  return AbortSignal.any(signals.filter((signal2) => signal2 !== void 0));
}
async function waitUnlessAborted(clock, ms, signal2) {
  signal2.throwIfAborted();
  try {
    await clock.wait(ms, signal2);
  } finally {
    signal2.throwIfAborted();
  }
}
async function untilAborted(work, signal2) {
  let leave = () => void 0;
  const aborted = new Promise((_resolve, reject) => {
    leave = () => {
      reject(signal2.reason);
    };
  });
  signal2.addEventListener("abort", leave);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal2.removeEventListener("abort", leave);
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
  const announced = Number(response.headers.get("content-length") ?? 0);
  if (announced > maxBytes) {
    await discardBody(response);
    return null;
  }
  let bytes = new Uint8Array(announced > 0 ? Math.min(announced, FIRST_ROOM) : FIRST_ROOM);
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
var XML_PAGE = "an XML document";
var PLAIN_TEXT = "a text that is not JSON";
function isForeign(detail) {
  return detail === HTML_PAGE || detail === XML_PAGE || detail === PLAIN_TEXT;
}
function findPage(text2, type = "") {
  const page2 = text2.trimStart();
  if (page2 === "") return null;
  if (page2 === XML_PAGE) return XML_PAGE;
  if (page2 === HTML_PAGE || /html/i.test(type) || /<(?:html|body)\b/i.test(page2)) return HTML_PAGE;
  if (/xml/i.test(type) || /^<\?xml\b/i.test(page2)) return XML_PAGE;
  return /^<[!?a-z]/i.test(page2) ? HTML_PAGE : null;
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
function createTransport(options2) {
  const { clock, maxTries, timeoutMs } = options2;
  const limit = pLimit(MAX_IN_FLIGHT);
  const attempt = async (request2, tries) => {
    const { signal: signal2 } = request2;
    signal2.throwIfAborted();
    try {
      const turn = limit(() => fetchExchange(options2, request2));
      const end = await untilAborted(turn, signal2);
      const time2 = { nowMs: clock.now(), timeoutMs, random: clock.random };
      return { ...end, request: request2, tries, ...time2 };
    } finally {
      signal2.throwIfAborted();
    }
  };
  return {
    send: async (given) => {
      const signal2 = joinSignals(options2.signal, given.signal);
      const request2 = { ...given, signal: signal2 };
      for (let tries = 1; ; tries += 1) {
        const made = await attempt(request2, tries);
        const isFinal = tries >= maxTries || made.kind === "network" && isLasting(made.cause);
        const delayMs = request2.retryDelayMs(made);
        if (isFinal || delayMs === null) return made;
        request2.onRetry?.(made, delayMs);
        await waitUnlessAborted(clock, delayMs, signal2);
      }
    }
  };
}
var TIMED_OUT = "timed out";
async function fetchExchange(options2, request2) {
  const { signal: signal2 } = request2;
  signal2.throwIfAborted();
  const end = new AbortController();
  const forward = () => {
    end.abort();
  };
  signal2.addEventListener("abort", forward);
  const cancel = options2.clock.after(options2.timeoutMs, () => {
    end.abort(TIMED_OUT);
  });
  try {
    return await untilAborted(fetchAnswer(options2, { ...request2, signal: end.signal }), end.signal);
  } catch (error) {
    signal2.throwIfAborted();
    if (end.signal.reason === TIMED_OUT) return { kind: "timeout" };
    const cause = readNetworkCause(error, options2.redactor);
    return { kind: "network", cause, mayHaveArrived: !isBeforeConnection(cause) };
  } finally {
    cancel();
    signal2.removeEventListener("abort", forward);
  }
}
async function fetchAnswer({ fetch, redactor, maxBodyBytes }, { url, method, headers, body, signal: signal2 }) {
  const response = await fetch(url, {
    method,
    headers: { ...headers },
    ...body === void 0 ? {} : { body },
    redirect: "manual",
    signal: signal2
  });
  const { status } = response;
  if (isRedirect(status)) {
    await discardBody(response);
    return { kind: "redirect", status: status === 0 ? void 0 : status, ...readTarget(response, url, redactor) };
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
function readTarget({ headers }, url, redactor) {
  const location = redactor.text(headers.get("location") ?? "");
  if (location === "" || !URL.canParse(location, url)) return { origin: null, path: null };
  const target = new URL(location, url);
  return { origin: redactor.text(target.origin), path: redactor.text(target.pathname) };
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
  const askedMs = parseRetryAfterMs(retryAfter, nowMs) ?? 0;
  if (askedMs > 0) return askedMs > MAX_RETRY_AFTER_MS ? null : askedMs;
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
var NOT_PRINTED = [
  ...["requiredRole", "resource", "details", "detail", "retryAfterMs"],
  ...["publicMessage", "summary", "publicSummary", "advice"],
  ...["ownDetail", "serviceMessage", "redirectOrigin", "contentType"]
];
var ServiceError = class extends ServiceClientError {
  name = "ServiceError";
  kind;
  endpoint;
  tries;
  /** Undefined if no answer came; in a browser also of a redirect, whose status it hides. */
  status;
  type;
  requiredRole;
  resource;
  details;
  detail;
  retryAfterMs;
  /**
   * `message` without anything that others said, for a log that strangers read: no text of the service, which may name a bug or
   * an organization, and no host name or address but that of `baseUrl`.
   */
  publicMessage;
  /** What happened: `message` without what to do. */
  summary;
  /** The same of `publicMessage`. */
  publicSummary;
  /** What to do, as `publicMessage` says it. */
  advice;
  ownDetail;
  serviceMessage;
  redirectOrigin;
  contentType;
  constructor(failure) {
    const detail = toDetail(failure);
    const head = explainFailure({ ...failure, detail });
    super(toMessage(head), failure.cause && { cause: failure.cause });
    const own = explainFailure(toOwn(failure));
    this.publicMessage = toMessage(own);
    this.summary = head.summary;
    this.publicSummary = own.summary;
    this.advice = own.advice;
    this.ownDetail = failure.ownDetail;
    this.serviceMessage = failure.serviceMessage;
    this.redirectOrigin = failure.redirectOrigin;
    this.contentType = failure.contentType;
    this.kind = failure.kind;
    this.endpoint = failure.endpoint;
    this.tries = failure.tries;
    this.status = failure.status;
    this.type = failure.type;
    this.requiredRole = failure.requiredRole;
    this.resource = failure.resource;
    this.details = failure.details;
    this.detail = detail;
    this.retryAfterMs = failure.retryAfterMs;
    for (const name of NOT_PRINTED) Object.defineProperty(this, name, { enumerable: false });
    this.stack = toUncaughtStack(this, head);
  }
};
function toMessage({ summary, advice }) {
  return `${summary} ${advice}`;
}
function toDetail({ detail, ownDetail, serviceMessage, redirectOrigin, contentType }) {
  const said = detail ?? serviceMessage;
  if (said !== void 0 || ownDetail === void 0) return said;
  const target = redirectOrigin === void 0 ? "" : ` to ${redirectOrigin}`;
  return `${ownDetail}${target}${contentType === void 0 ? "" : ` (${contentType})`}`;
}
function toOwn(failure) {
  return {
    ...failure,
    type: ifLike(DOCUMENTED, failure.type),
    requiredRole: ifLike(ROLE, failure.requiredRole),
    detail: failure.ownDetail
  };
}
var DOCUMENTED = /^(?:[A-Z]{1,20}_AUTHENTICATION_ERROR|AUTHORIZATION_ERROR|NOT_FOUND|INTERNAL_ERROR|INVALID_REQUEST_BODY|INVALID_QUERY_PARAMS|UNKNOWN_WORKFLOW_REQUEST)$/;
var ROLE = /^[A-Za-z]{1,20}$/;
function ifLike(pattern, text2) {
  return text2 !== void 0 && pattern.test(text2) ? text2 : void 0;
}
function isServiceError(error) {
  return error instanceof ServiceError;
}
function errorCategory(failure) {
  checkFailure(failure);
  if (failure.kind !== void 0 && failure.kind !== "api") return "unavailable";
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
      return isForeign(failure.detail) ? "unavailable" : categoryOfStatus(failure.status ?? 0);
  }
}
function checkFailure(thrown) {
  const isObject = typeof thrown === "object" && thrown !== null;
  if (isObject && ["kind", "status", "type"].some((name) => name in thrown)) return;
  throw new ServiceClientError(
    "errorCategory only knows what a ServiceError means: ask isServiceError(error) before you call it"
  );
}
function explainFailure(failure) {
  const { endpoint, host, tries } = failure;
  const at = host === void 0 ? "" : ` at ${host}`;
  const times = tries > 1 ? ` after ${tries} tries` : "";
  return { summary: `${endpoint}${at} ${happened(failure)}${times}${because(failure)}.`, advice: adviceOn(failure) };
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
  const { status = 0, requiredRole, retryAfterMs = 0, host = "the service", usesProxyVariables = false } = failure;
  const answering = findAnswering(status);
  if (answering !== null) return toSurroundingAdvice(answering, { host, usesProxyVariables, isWritten: true });
  if (retryAfterMs > MAX_RETRY_AFTER_MS) {
    return `The service asks to wait ${Math.ceil(retryAfterMs / 1e3)} s, which is longer than the ${MAX_RETRY_AFTER_MS / 1e3} s limit. Try again after that.`;
  }
  const isPage = isForeign(failure.detail) && errorCategory(failure) === "unavailable";
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
    return toSurroundingAdvice(surrounding, { host: host ?? "the service", usesProxyVariables, isWritten: true });
  }
  const code = "code" in cause ? String(cause.code) : "";
  if (code === "CERT_HAS_EXPIRED") {
    return "Check the clock of this machine; if it is right, the certificate of the service has to be renewed.";
  }
  if (code === NO_TLS_CODE) {
    const proxy = usesProxyVariables ? " If HTTPS_PROXY begins with https://, the proxy may need http:// too." : "";
    return `Check the port in the base address; a service on this machine may need http:// instead of https://.${proxy}`;
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "Check the host name in the base address.";
  return `Check ${connectionSettings(failure)}.`;
}
function connectionSettings({ usesProxyVariables = false }) {
  return usesProxyVariables ? "the base address, the network, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY" : "the base address and the network";
}
function toUncaughtStack({ name, message, stack = "" }, { summary, advice }) {
  const frames = stack.slice(stack.indexOf(message) + message.length);
  return `${name}: ${summary}
  ${advice}${frames}`;
}

// src/client/pages.ts
var PAGE_SIZE = 100;
var MAX_READINGS = 3;
async function collectPages(list, select2) {
  let sign = "";
  for (let readings = 1; readings <= MAX_READINGS; readings++) {
    const reading = await fetchReading(list, select2);
    if (reading.kind === "whole") return reading.items;
    sign = reading.sign;
  }
  throw new ServiceError({
    kind: "decode",
    endpoint: list.endpoint,
    tries: MAX_READINGS,
    ownDetail: `the list kept changing while it was read (${sign})`,
    advice: "Try again when nobody is reviewing and no scan is finishing."
  });
}
async function* iteratePages(list, maxItems) {
  const seen = /* @__PURE__ */ new Set();
  let offset = 0;
  let total = Infinity;
  while (offset < Math.min(total, maxItems)) {
    const page2 = await list.fetchPage(offset, list.signal);
    total = page2.total;
    const got = page2.items.length;
    if (got < Math.min(PAGE_SIZE, total - offset)) throw shortPage(list.endpoint, { got, offset, total });
    for (const item of page2.items) {
      const key = list.keyOf(item);
      if (seen.has(key) || seen.size >= maxItems) continue;
      seen.add(key);
      yield item;
    }
    offset += page2.items.length;
  }
}
async function* iterateChangingPages(list) {
  const seen = /* @__PURE__ */ new Set();
  let offset = 0;
  let total;
  while (offset < (total ?? Infinity)) {
    const page2 = await list.fetchPage(offset, list.signal);
    total ??= page2.total;
    const isFull = page2.items.length >= Math.min(PAGE_SIZE, total - offset);
    const isNew = page2.items.every((item) => addKey(seen, list.keyOf(item)));
    if (page2.total !== total || !isFull || !isNew) {
      yield* await collectPages(list, (item) => item);
      return;
    }
    yield* page2.items;
    offset += PAGE_SIZE;
  }
}
async function fetchReading(list, select2) {
  const seen = /* @__PURE__ */ new Set();
  const pages = [];
  let sign;
  let total;
  let isOver = false;
  const stop = new AbortController();
  const signal2 = joinSignals(list.signal, stop.signal);
  const take = async (offset) => {
    const page2 = await list.fetchPage(offset, signal2);
    total ??= page2.total;
    if (page2.total !== total) sign ??= `total went from ${total} to ${page2.total}`;
    const fresh = page2.items.filter((item) => addKey(seen, list.keyOf(item)));
    pages[offset / PAGE_SIZE] = fresh.map((item) => select2(item));
    isOver ||= sign !== void 0 || page2.items.length < PAGE_SIZE || fresh.length === 0;
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
  const page2 = got === 0 ? "an empty page" : `a page of ${items}`;
  const ownDetail = `${page2} at offset ${offset} of ${total}`;
  return new ServiceError({ kind: "decode", endpoint, tries: 1, ownDetail });
}

// src/client/read-answer.ts
function readAnswer(endpoint, exchange, context) {
  if (exchange.kind === "network" && exchange.cause instanceof UnusableFetchError) {
    throw new ConfigurationError(exchange.cause.message);
  }
  const isSuccess = exchange.kind === "response" && exchange.status >= 200 && exchange.status < 300;
  if (!isSuccess) throw toServiceError(endpoint, exchange, context);
  const { body, headers, status, tries } = exchange;
  const fail = (ownDetail, type2 = OF_JSON) => new ServiceError({
    ...{ kind: "decode", endpoint: toEndpointName(endpoint), tries, status },
    ownDetail: toShortLine(ownDetail + type2.note, 500),
    contentType: type2.contentType
  });
  if (body.kind === "too-large") throw fail(`a body of more than ${context.maxBodyBytes} bytes`);
  const type = readType(headers.get("content-type") ?? null);
  if (body.kind === "text") throw fail(describeText(body.text), type);
  const read2 = safeParse(endpoint.schema, body.value, { abortEarly: true });
  if (read2.success) return read2.output;
  throw fail(describe(read2.issues[0]), type);
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
      return { kind: "timeout", host, ownDetail: `not finished within ${exchange.timeoutMs / 1e3} s` };
    case "network":
      return {
        ...{ kind: "network", host, cause: exchange.cause },
        ownDetail: toNamelessCauseText(exchange.cause),
        detail: toCauseText(exchange.cause)
      };
    case "redirect": {
      const { status, origin, path, request: request2 } = exchange;
      const redirectOrigin = origin === null ? void 0 : toShortLine(origin, 280);
      const isOwn = origin === new URL(request2.url).origin;
      const detail = isOwn ? toShortLine(`a redirect to ${origin}${path}`, 500) : void 0;
      return { kind: "api", status, ownDetail: "a redirect", detail, redirectOrigin, advice: REDIRECT_ADVICE };
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
  if (status === 304) return { ownDetail: 'a cache says "not modified"', advice: CACHE_ADVICE };
  if (body.kind === "too-large") return { ownDetail: "with a body that is too large" };
  const page2 = body.kind === "text" ? findPage(body.text) : null;
  if (page2 !== null) return { ownDetail: page2 };
  if (body.kind === "text" && (status === 401 || status === 403) && body.text.trim() !== "") {
    return { ownDetail: PLAIN_TEXT };
  }
  if (body.kind !== "json" || !isRecord(body.value)) return {};
  const { type, message, requiredRole, resource, details } = body.value;
  const isShort = isRecord(details) && JSON.stringify(details).length <= MAX_DETAILS_CHARS;
  const pageSaid = typeof message === "string" ? findPage(message) : null;
  return {
    type: readText2(type, MAX_WORD_CHARS),
    ...pageSaid === null ? { serviceMessage: readText2(message, MAX_MESSAGE_CHARS) } : { ownDetail: pageSaid },
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
var OF_JSON = { note: "" };
function readType(given) {
  if (given === null) return { note: " (no content type)" };
  const type = given.split(";")[0]?.trim() ?? "";
  if (/json/i.test(type)) return OF_JSON;
  if (/^text\/(?:html|plain)$/i.test(type)) return { note: ` (${type.toLowerCase()})` };
  return MEDIA_TYPE.test(type) ? { note: "", contentType: type } : { note: " (an unreadable content type)" };
}
var MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;
function describeText(text2) {
  const page2 = findPage(text2);
  if (page2 !== null) return page2;
  return text2.trim() === "" ? "an empty body" : "a body that is not JSON";
}
function describe(issue) {
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
  return typeof value === "string" ? "a string" : typeof value;
}

// src/client/request.ts
async function request(config, endpoint, call2) {
  const { maxTries } = config;
  const last = await config.transport.send({
    ...toRequest(config, endpoint, call2),
    signal: call2.signal,
    retryDelayMs: (exchange) => decideRetryMs(endpoint.repeat, exchange),
    onRetry: (failed, delayMs) => {
      const error = toServiceError(endpoint, failed, config);
      config.onRetry({ endpoint: toEndpointName(endpoint), tries: failed.tries, maxTries, delayMs, error });
    }
  });
  return readAnswer(endpoint, last, config);
}
function decideRetryMs(repeat, exchange) {
  if (!mayRepeat(repeat, exchange)) return null;
  const retryAfter = exchange.kind === "response" ? exchange.headers.get("retry-after") ?? null : null;
  return retryDelayMs({ ...exchange, retryAfter });
}
function mayRepeat(repeat, exchange) {
  if (exchange.kind === "network" && !exchange.mayHaveArrived) return true;
  if (repeat !== "always" || exchange.kind === "redirect") return false;
  return exchange.kind !== "response" || TRANSIENT_STATUSES.has(exchange.status);
}
function toRequest(config, { method, path }, { id = "", query = {}, body }) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== void 0) parameters.set(name, String(value));
  }
  const search = parameters.size > 0 ? `?${parameters.toString()}` : "";
  const filled = path.replace(/\{\w+\}/, () => encodeURIComponent(id));
  const type = body === void 0 ? {} : { "content-type": "application/json" };
  return {
    url: config.baseUrl + filled + search,
    method,
    headers: { ...config.headers, ...type },
    body: body === void 0 ? void 0 : JSON.stringify(body)
  };
}

// src/client/bugs.ts
function bugMethods(config) {
  const listState = async (query, options2) => await request(config, ENDPOINTS.listBugs, { ...options2, query: toQuery(query) });
  async function collect(query, options2) {
    checkArguments(config, "bugs.collect", [query, options2]);
    const { signal: signal2 } = options2 ?? {};
    const lists = toStates(query).map((status) => toPagedList(listState, { ...query, status }, signal2));
    const { select: select2 = (bug2) => bug2 } = query;
    const [only, ...others] = lists;
    if (only !== void 0 && others.length === 0) return await collectPages(only, select2);
    const read2 = await Promise.all(
      lists.map(async (list) => await collectPages(list, (bug2) => [bug2.id, select2(bug2)]))
    );
    return [...new Map(read2.flat()).values()];
  }
  return {
    list: checked(config, "bugs.list", (query, options2) => listStates(listState, query, options2)),
    collect,
    iterate: (query, options2) => {
      checkArguments(config, "bugs.iterate", [query, options2]);
      return iterateStates(listState, query, options2);
    },
    get: checked(config, "bugs.get", (id, options2) => request(config, ENDPOINTS.getBug, { ...options2, id })),
    review: checked(
      config,
      "bugs.review",
      (id, review2, options2) => request(config, ENDPOINTS.reviewBug, { ...options2, id, body: toBody(review2) })
    )
  };
}
function toStates({ status }) {
  return typeof status === "object" ? [...new Set(status)] : [status];
}
function toPagedList(listState, query, signal2) {
  return {
    endpoint: toEndpointName(ENDPOINTS.listBugs),
    // Reviewed while the list is read, a bug can come in both states: then the list has changed.
    keyOf: ({ id, review: review2 }) => `${id} ${review2?.state ?? "pending"}`,
    signal: signal2,
    fetchPage: async (offset, pageSignal) => {
      const page2 = await listState({ ...query, limit: PAGE_SIZE, offset }, { signal: pageSignal });
      return { items: page2.bugs, total: page2.total };
    }
  };
}
var DEFAULT_LIMIT = 50;
async function listStates(listState, query, options2) {
  const [first, ...others] = toStates(query);
  if (first !== void 0 && others.length === 0) return await listState({ ...query, status: first }, options2);
  const { limit = DEFAULT_LIMIT, offset = 0 } = query;
  const bugs2 = [];
  let total = 0;
  for (const status of toStates(query)) {
    const missing = limit - bugs2.length;
    const part = { offset: Math.max(0, offset - total), limit: Math.max(1, missing) };
    const page2 = await listState({ ...query, ...part, status }, options2);
    bugs2.push(...page2.bugs.slice(0, missing));
    total += page2.total;
  }
  return { bugs: bugs2, total };
}
async function* iterateStates(listState, query, options2) {
  const { signal: signal2 } = options2 ?? {};
  const seen = /* @__PURE__ */ new Set();
  for (const status of toStates(query)) {
    const list = toPagedList(listState, { ...query, status }, signal2);
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
function toBody(review2) {
  const { state: state2, notes } = review2;
  return review2.state === "dismissed" ? { state: state2, dismissalReason: review2.dismissalReason, notes } : { state: state2, notes };
}

// src/net/address.ts
var API_PATH = "/public/v1";
function parseBaseAddress(text2) {
  const url = parseUrl(text2);
  if (url === null) return { kind: "fault", fault: "not-an-address" };
  const fault = findFault2(url, text2);
  if (fault !== null) return { kind: "fault", fault };
  return { kind: "address", url: url.origin + trimSlashes(url.pathname) };
}
function findFault2(url, text2) {
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
  const redact = (text2) => replaceRanges(text2, find(text2)).toWellFormed();
  const holds = (text2) => !text2.isWellFormed() || findRuns(text2, runs, samples).length > 0 || short.some((form) => text2.includes(form));
  return { text: redact, value: (json) => holdsAnywhere(json, holds) ? redactValue(json, redact) : json };
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
function parseConfiguration(options2) {
  const fault = findFault(options2, { takes: strict(OPTIONS), call: "createClient", quote: describeValue });
  if (fault !== null) throw new ConfigurationError(fault);
  const { baseUrl = "", timeoutMs = 3e4, maxTries = 4, maxBodyBytes = 10 * 2 ** 20 } = options2;
  const apiKey = parseApiKey(options2.apiKey ?? "");
  const redactor = createRedactor([apiKey, ...options2.secrets ?? []]);
  const settings = {
    signal: options2.signal,
    timeoutMs,
    maxTries,
    maxBodyBytes,
    redactor,
    clock: {
      now: options2.now ?? systemClock.now,
      random: options2.random ?? systemClock.random,
      wait: options2.wait ?? systemClock.wait,
      after: options2.after ?? systemClock.after
    }
  };
  return {
    ...settings,
    baseUrl: parseBaseUrl(baseUrl),
    usesProxyVariables: options2.usesProxyVariables ?? false,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${apiKey}`,
      "user-agent": parseHeader("userAgent", options2.userAgent ?? "scan-gate-client")
    },
    onRetry: options2.onRetry ?? (() => void 0),
    transport: createTransport({
      ...settings,
      // Looked up for each request, so that a `fetch` that is replaced later is used.
      fetch: watchConnecting(checkAnswers(options2.fetch ?? (async (url, init) => await globalThis.fetch(url, init))))
    })
  };
}
var OPTIONS = {
  baseUrl: string2,
  apiKey: string2,
  fetch: optional(functionSchema),
  usesProxyVariables: optional(boolean2),
  secrets: optional(strings),
  userAgent: optional(string2),
  signal: optional(signal),
  timeoutMs: optional(whole(1, MAX_TIMER_MS)),
  maxTries: optional(whole(1, 100)),
  maxBodyBytes: optional(whole(1, 2 ** 29)),
  now: optional(functionSchema),
  random: optional(functionSchema),
  wait: optional(functionSchema),
  after: optional(functionSchema),
  onRetry: optional(functionSchema)
};
function describeValue(value, path) {
  return typeof value === "number" && /^(?:timeout|max)/.test(path) ? String(value) : `a ${typeof value}`;
}
var ANSWER = custom((answer) => {
  const { status, headers, body } = answer ?? {};
  const { get } = headers ?? {};
  return typeof status === "number" && typeof get === "function" && typeof body === "object";
});
function checkAnswers(fetch) {
  return async (url, init) => {
    const answer = await fetch(url, init);
    if (is(ANSWER, answer)) return answer;
    throw new UnusableFetchError("fetch must return a Response, or what has its status, headers and body");
  };
}
var HTTPS_ADDRESS = "baseUrl must be a whole https address, such as https://api.example.com";
var BASE_URL_FAULTS = {
  "not-an-address": HTTPS_ADDRESS,
  "user-info": "baseUrl must not hold a user name or password",
  query: "baseUrl must not have a query or hash",
  scheme: HTTPS_ADDRESS,
  "plain-http": "baseUrl must begin with https://. With http:// the client only sends to the machine that it runs on, such as http://127.0.0.1",
  "api-path": "baseUrl must not end in /public/v1, which the client adds itself",
  github: "baseUrl must be the address of the service, not that of GitHub"
};
function parseBaseUrl(text2) {
  if (text2 === "") throw new ConfigurationError("baseUrl is empty: it must be the address of the service");
  const address = parseBaseAddress(text2);
  if (address.kind === "address") return address.url;
  throw new ConfigurationError(BASE_URL_FAULTS[address.fault]);
}
function parseApiKey(text2) {
  const key = text2.trim();
  if (key === "") throw new ConfigurationError("apiKey is empty: it must be a key of the service");
  if (/^bearer\s/i.test(key)) {
    throw new ConfigurationError("apiKey must be the key alone, without `Bearer`: the client adds that itself");
  }
  return parseHeader("apiKey", key, isToken);
}
function parseHeader(name, value, isAllowed = isHeaderText) {
  if (isAllowed(value)) return value;
  throw new ConfigurationError(`${name} has a character that cannot be in a header`);
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
  constructor(fullName2, { repositories, organizations }) {
    const count2 = repositories === 1 ? "1 repository" : `${repositories} repositories`;
    const where = organizations.length === 0 ? "no organization" : `the organizations ${toList(organizations)}`;
    const facts = `This key sees no repository ${fullName2}. It sees ${count2} and ${where}.`;
    const texts = {
      summary: toShortLine(facts, MAX_CHARS),
      advice: "Check the name, and that the key is of the right organization."
    };
    super(`${texts.summary} ${texts.advice}`);
    this.fullName = fullName2;
    this.repositories = repositories;
    this.organizations = organizations;
    Object.defineProperty(this, "organizations", { enumerable: false });
    this.stack = toUncaughtStack(this, texts);
  }
};
var AmbiguousRepositoryError = class extends ServiceClientError {
  name = "AmbiguousRepositoryError";
  /** `owner/name`, as it was given. */
  fullName;
  /** At least two. */
  matches;
  constructor(fullName2, matches) {
    const named = matches.map(({ id, orgName }) => `${id} (organization ${orgName})`);
    const facts = `${fullName2} is the name of ${matches.length} repositories: ${toList(named)}.`;
    const texts = { summary: toShortLine(facts, MAX_CHARS), advice: "Use the ID of the one that you mean." };
    super(`${texts.summary} ${texts.advice}`);
    this.fullName = fullName2;
    this.matches = matches;
    Object.defineProperty(this, "matches", { enumerable: false });
    this.stack = toUncaughtStack(this, texts);
  }
};
function toList(names) {
  const more = names.length - MAX_NAMED;
  const named = names.slice(0, MAX_NAMED).join(", ");
  return more > 0 ? `${named}, ${more} more` : named;
}

// src/client/repos.ts
function repoMethods(config) {
  const fetchPage = async ({ limit, offset } = {}, options2 = {}) => await request(config, ENDPOINTS.listRepos, { ...options2, query: { limit, offset } });
  const collectAll = async (select2, { signal: signal2 } = {}) => {
    const pages = {
      endpoint: toEndpointName(ENDPOINTS.listRepos),
      keyOf: (repo2) => repo2.id,
      signal: signal2,
      fetchPage: async (offset, pageSignal) => {
        const page2 = await fetchPage({ limit: PAGE_SIZE, offset }, { signal: pageSignal });
        return { items: page2.repos, total: page2.total };
      }
    };
    return await collectPages(pages, select2);
  };
  async function collect(query, options2) {
    checkArguments(config, "repos.collect", [query, options2]);
    return await collectAll(query?.select ?? ((repo2) => repo2), options2);
  }
  return {
    list: checked(config, "repos.list", fetchPage),
    collect,
    find: checked(config, "repos.find", async (fullName2, options2) => {
      const toSeen = (repo2) => ({
        orgName: repo2.orgName,
        match: isSameFullName(fullNameOf(repo2), fullName2) ? repo2 : null
      });
      const seen = await collectAll(toSeen, options2);
      const matches = seen.flatMap(({ match }) => match ?? []);
      const [first, ...others] = matches;
      if (first !== void 0 && others.length === 0) return first;
      if (first !== void 0) throw new AmbiguousRepositoryError(fullName2, matches);
      const names = seen.map(({ orgName }) => orgName);
      const organizations = await fetchOrganizations(config, names, options2);
      throw new RepositoryNotFoundError(fullName2, { repositories: seen.length, organizations });
    })
  };
}
function fullNameOf({ ownerName: owner, name: repo2 }) {
  return toFullName({ owner, repo: repo2 });
}
async function fetchOrganizations(config, names, options2 = {}) {
  try {
    const { orgs } = await request(config, ENDPOINTS.getUser, options2);
    return toSorted2([...names, ...orgs.map(({ name }) => name)]);
  } catch (error) {
    if (isServiceError(error)) return toSorted2(names);
    throw error;
  }
}
function toSorted2(names) {
  return [...new Set(names)].sort(compareText);
}

// src/client/rule-requests.ts
var RuleRequestFailedError = class extends ServiceClientError {
  name = "RuleRequestFailedError";
  requestId;
  constructor(requestId2) {
    const summary = `The rule request ${requestId2} failed in the service.`;
    const advice = "Change the description or the examples, and create a new one.";
    super(`${summary} ${advice}`);
    this.requestId = requestId2;
    this.stack = toUncaughtStack(this, { summary, advice });
  }
};
var RuleRequestUnfinishedError = class extends ServiceClientError {
  name = "RuleRequestUnfinishedError";
  requestId;
  /** How often it was polled. */
  polls;
  constructor(requestId2, polls) {
    const summary = `The rule request ${requestId2} is not finished after ${polls} polls.`;
    const advice = "It continues in the service. Resume it with this request ID.";
    super(`${summary} ${advice}`);
    this.requestId = requestId2;
    this.polls = polls;
    this.stack = toUncaughtStack(this, { summary, advice });
  }
};
function ruleRequestMethods(config, fetchRule) {
  const fetchRequest = async (id, options2) => await request(config, ENDPOINTS.getRuleRequest, { ...options2, id });
  return {
    list: checked(config, "rules.requests.list", async ({ repoId: repoId3 }, options2) => {
      const call2 = { ...options2, query: { repo_id: repoId3 } };
      return (await request(config, ENDPOINTS.listRuleRequests, call2)).requests;
    }),
    get: checked(config, "rules.requests.get", fetchRequest),
    wait: checked(config, "rules.requests.wait", async (requestId2, options2 = {}) => {
      const { signal: signal2, pollIntervalMs = 5e3, maxPolls = 20, onRequest, onPoll } = options2;
      onRequest?.(requestId2);
      for (let polls = 1; ; polls++) {
        const polled = await fetchRequest(requestId2, { signal: signal2 });
        onPoll?.(polled, polls);
        if (polled.status === "complete") {
          const rules = await Promise.all(polled.results.map(async ({ id }) => await fetchRule(id, { signal: signal2 })));
          return { requestId: requestId2, request: polled, rules };
        }
        if (polled.status === "failed") throw new RuleRequestFailedError(requestId2);
        if (polls >= maxPolls) throw new RuleRequestUnfinishedError(requestId2, polls);
        const pauseMs = Math.round(pollIntervalMs * Math.min(2, 1.2 ** (polls - 1)));
        await waitUnlessAborted(config.clock, pauseMs, joinSignals(config.signal, signal2));
      }
    })
  };
}

// src/client/rules.ts
function ruleMethods(config) {
  const fetchRule = async (id, options2) => await request(config, ENDPOINTS.getRule, { ...options2, id });
  const requests = ruleRequestMethods(config, fetchRule);
  const createRule = checked(config, "rules.create", async (rule2, options2) => {
    const { description, bugIds, commitShas } = rule2.input ?? {};
    const body = { repo_id: rule2.repoId, input: { description, bugIds, commitShas } };
    return (await request(config, ENDPOINTS.createRule, { ...options2, body })).ruleCreationRequestId;
  });
  return {
    list: checked(config, "rules.list", async ({ repoId: repoId3 }, options2) => {
      const call2 = { ...options2, query: { repo_id: repoId3 } };
      return (await request(config, ENDPOINTS.listRules, call2)).rules;
    }),
    get: checked(config, "rules.get", fetchRule),
    files: checked(config, "rules.files", async (id, { system = ownSystem(), signal: signal2 } = {}) => {
      const { ruleFiles: files2 } = await fetchRule(id, { signal: signal2 });
      return decideFilePlan([{ id, files: files2 }], system);
    }),
    create: (rule2, options2) => {
      const created = createRule(rule2, options2);
      return Object.assign(created, {
        wait: async (wait2 = {}) => {
          created.catch(() => void 0);
          checkArguments(config, "rules.create(\u2026).wait", [wait2]);
          const signal2 = joinSignals(options2?.signal, wait2.signal);
          return await requests.wait(await created, { ...wait2, signal: signal2 });
        }
      });
    },
    requests
  };
}
function ownSystem() {
  return typeof process === "undefined" ? "windows" : toSystem(process.platform);
}

// src/client/scans.ts
var SCANS_ENDPOINT = toEndpointName(ENDPOINTS.listScans);
function scanMethods(config) {
  const fetchPage = async ({ repoId: repoId3, limit, offset }, options2) => await request(config, ENDPOINTS.listScans, { ...options2, query: { repo_id: repoId3, limit, offset } });
  return {
    list: checked(config, "scans.list", fetchPage),
    iterate: (query, options2) => {
      checkArguments(config, "scans.iterate", [query, options2]);
      const { repoId: repoId3, maxScans = 2e3 } = query;
      const pages = {
        endpoint: SCANS_ENDPOINT,
        keyOf: toScanKey,
        signal: options2?.signal,
        fetchPage: async (offset, pageSignal) => {
          const page2 = await fetchPage({ repoId: repoId3, limit: PAGE_SIZE, offset }, { signal: pageSignal });
          return { items: page2.scans, total: page2.total };
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
function createClient(options2) {
  const config = parseConfiguration(options2);
  return {
    repos: repoMethods(config),
    scans: scanMethods(config),
    bugs: bugMethods(config),
    rules: ruleMethods(config),
    user: { get: checked(config, "user.get", (call2) => request(config, ENDPOINTS.getUser, { ...call2 })) }
  };
}
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
