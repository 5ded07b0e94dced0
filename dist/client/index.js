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
// @__NO_SIDE_EFFECTS__
function transform(operation) {
  return {
    kind: "transformation",
    type: "transform",
    reference: transform,
    async: false,
    operation,
    "~run"(dataset) {
      dataset.value = this.operation(dataset.value);
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
function any() {
  return _standardSchema({
    kind: "schema",
    type: "any",
    reference: any,
    expects: "any",
    async: false,
    "~run"(dataset) {
      dataset.typed = true;
      return dataset;
    }
  });
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
function unknown() {
  return _standardSchema({
    kind: "schema",
    type: "unknown",
    reference: unknown,
    expects: "unknown",
    async: false,
    "~run"(dataset) {
      dataset.typed = true;
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

// src/net/network-cause.ts
var MAX_DEPTH = 4;
var PROXY_CLOSED = "UND_ERR_PRX_CONN";
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
  /** The status with which a proxy refused to open a way; undefined if none did. */
  status;
  /** `message` without host names and addresses, which a certificate or a resolved name may tell of an inner network. */
  withoutNames;
  /** @default withoutNames The message: it has none. */
  constructor({ name, code, status, message, withoutNames = message }) {
    super(message);
    this.name = name;
    this.code = code;
    this.status = status;
    this.withoutNames = withoutNames;
    this.stack = `${name}: ${message}`;
  }
};
function readNetworkCause(thrown, redactor) {
  let best = toFarthest(thrown);
  let cause = toFarthest(readField(thrown, "cause"));
  for (let depth = 0; depth < MAX_DEPTH && cause !== void 0; depth++) {
    if (readText(cause, "code") !== void 0 || readText(best, "code") === void 0) best = cause;
    cause = toFarthest(readField(cause, "cause"));
  }
  const toLine = (text2, maxChars) => toShortLine(redactor.text(text2), maxChars);
  const code = readText(best, "code");
  const [, refusal] = TUNNEL_REFUSED.exec(readText(best, "message") ?? "") ?? [];
  if (refusal !== void 0) {
    return new NetworkCause({ name: "ProxyError", message: `the proxy answered ${refusal}`, status: Number(refusal) });
  }
  const status = readField(best, "status");
  return new NetworkCause({
    name: toLine(readText(best, "name") ?? "Error", 100),
    code: code === void 0 ? void 0 : toLine(code, 100),
    status: typeof status === "number" ? status : void 0,
    message: toLine(toMessage(best), 500) || NO_CONNECTION,
    withoutNames: toLine(toNamelessText(best), 500)
  });
}
function toMessage(error) {
  const message = readText(error, "message") ?? "";
  return readText(error, "withoutNames") === void 0 ? toPlainText(message, readText(error, "code")) : message;
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
  const call = readText(error, "syscall");
  return call === void 0 ? NO_CONNECTION : `${call} ${code}`;
}
var FIXED_MESSAGES = /* @__PURE__ */ new Set(["fetch failed", "terminated", "bad port"]);
var NAMELESS = {
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for other host names",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time"
};
var FIXED_BY_CODE = /^(?:CERT|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UND_ERR)_/;
var TUNNEL_REFUSED = /^Proxy response \((\d{3})\) !== 200\b/;
var NO_TLS_CODE = "ERR_SSL_WRONG_VERSION_NUMBER";
function toPlainText(message, code) {
  if (code === NO_TLS_CODE) return "what answered there does not speak https";
  return code?.startsWith("ERR_SSL_") === true ? "no TLS connection" : message;
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
function isLasting(cause) {
  const { name, status = 0 } = cause;
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isRefusedHere(cause) || name === "ProxyError" && isRefusal;
}
function isRefusedHere(cause) {
  return cause.name === "ProxyAddressError" || cause.message === "bad port";
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
  name;
  /** The message has both texts; the stack, which Node prints if nobody catches the error, has a line for each. */
  constructor(text2, { name = "ServiceClientError", cause } = {}) {
    super(typeof text2 === "string" ? text2 : `${text2.summary} ${text2.advice}`, cause && { cause });
    this.name = name;
    const { stack = "", message } = this;
    const frames = stack.slice(stack.indexOf(message) + message.length);
    if (typeof text2 !== "string") this.stack = `${name}: ${text2.summary}
  ${text2.advice}${frames}`;
  }
};
var ConfigurationError = class extends ServiceClientError {
  constructor(message) {
    super(message, { name: "ConfigurationError" });
  }
};
function hideProperties(error, names) {
  for (const name of names) Object.defineProperty(error, name, { enumerable: false });
}

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
  const files = [...places.files.values()].sort((a, b) => compareText(a.path, b.path));
  return { files, refused };
}
function toSorted(rules) {
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
function isSame(one2, other) {
  return one2.path === other.path && one2.key === other.key && one2.text === other.text;
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
  anything: () => anything,
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

// src/client/shape.ts
function strict(entries) {
  const names = Object.keys(entries).join(", ");
  return strictObject(
    entries,
    ({ expected }) => expected === "never" ? `is unknown: allowed are ${names}` : "an object"
  );
}
function mustBe(words, fits) {
  return custom(fits, words);
}
function oneOf(words, more = "") {
  const choice = `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
  return mustBe(choice + more, (value) => words.some((word) => word === value));
}
function whole(min, max = Number.MAX_SAFE_INTEGER) {
  const limit = max === Number.MAX_SAFE_INTEGER ? "" : ` to ${max}`;
  const fits = (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return mustBe(`a whole number from ${min}${limit}`, fits);
}
var string2 = mustBe("a string", (value) => typeof value === "string");
var strings = array(string2, "a list of strings");
var functionSchema = mustBe("a function", (value) => typeof value === "function");
var boolean2 = mustBe("true or false", (value) => typeof value === "boolean");
var signal = mustBe(
  "an AbortSignal",
  (value) => typeof value === "object" && value !== null && "aborted" in value
);
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function describeFault(value, { takes, call, quote }) {
  const { issues = [] } = safeParse(takes, value);
  const issue = issues.find(({ expected: expected2 }) => expected2 === "never") ?? issues[0];
  if (issue === void 0) return null;
  const { input: input2, message, received, kind, expected } = issue;
  const path = getDotPath(issue) ?? "";
  const name = path === "" ? `the argument of ${call}` : path;
  if (kind === "validation" || expected === "never") return `${name} ${message}`;
  if (input2 === void 0) return `${name} is missing`;
  return `${name} must be ${message}, not ${typeof input2 === "string" || typeof input2 === "number" ? quote(input2, path) : received}`;
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
var anything = unknown();
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
var ruleList = pipe(
  object({ rules: array(object(ruleListItem)) }),
  transform(({ rules }) => rules)
);
var rule = object({
  ...ruleListItem,
  // v.record would silently drop a file named `constructor`.
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
var ruleRequestList = pipe(
  object({ requests: array(ruleRequestStatus) }),
  transform(({ requests }) => requests)
);
var ruleRequestStarted = pipe(
  object({ ruleCreationRequestId: ruleRequestId }),
  transform(({ ruleCreationRequestId }) => ruleCreationRequestId)
);
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
  return isRecord(value) && Object.values(value).every((entry) => typeof entry === "string");
}

// src/client/arguments.ts
function wholeOrAll(min) {
  const fits = (value) => value === Infinity || is(whole(min), value);
  return mustBe(`a whole number from ${min}, or Infinity`, fits);
}
var { bugId: bug2, repoId: repoId2, scanId: scanId2 } = schemas_exports;
var state = oneOf(REVIEW_STATES);
var stateOrList = oneOf(REVIEW_STATES, ", or a list of these");
var sha2 = mustBe("the SHA of a commit", (value) => typeof value === "string" && value !== "");
var page = { limit: optional(whole(1, 100)), offset: optional(whole(0)) };
var bugs = {
  repoId: repoId2,
  status: lazy((value) => Array.isArray(value) && value.length > 0 ? array(state) : stateOrList),
  scanId: optional(scanId2)
};
var scans = { repoId: repoId2, maxScans: optional(wholeOrAll(0)) };
var select = { select: optional(functionSchema) };
var input = {
  description: optional(string2),
  bugIds: optional(array(bug2, "a list of bug IDs")),
  commitShas: optional(strings)
};
var reviewInput = {
  state,
  dismissalReason: optional(oneOf(DISMISSAL_REASONS)),
  notes: optional(string2)
};
var timeoutMs = whole(1, MAX_TIMER_MS);
var maxTries = whole(1, 100);
var callOptions = {
  signal: optional(signal),
  timeoutMs: optional(timeoutMs),
  maxTries: optional(maxTries),
  headers: optional(mustBe("an object of headers other than authorization", isHeaders))
};
var polling = {
  ...callOptions,
  // It grows to twice this.
  pollIntervalMs: optional(whole(0, Math.floor(MAX_TIMER_MS / 2))),
  maxPolls: optional(wholeOrAll(1)),
  onPoll: optional(functionSchema)
};
var wait = {
  ...polling,
  onRequest: optional(functionSchema)
};
var requestParts = {
  method: oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  path: mustBe("a path such as /public/v1/bugs, without a query", isPath),
  query: optional(mustBe("an object of strings, numbers and booleans", isQuery)),
  body: optional(any())
};
var bugId2 = { bugId: bug2 };
var ruleId2 = { ruleId };
var requestId = { requestId: ruleRequestId };
var ofRepository = { query: strict({ repoId: repoId2 }) };
var repoPage2 = { query: optional(strict(page)) };
var scanPage2 = { query: strict({ repoId: repoId2, ...page }) };
var bugPage2 = { query: strict({ ...bugs, ...page }) };
var rule2 = { rule: strict({ repoId: repoId2, input: optional(strict(input)) }) };
var review = {
  ...bugId2,
  review: pipe(
    strict(reviewInput),
    check(isReview, "must have a dismissalReason where its state is dismissed, and only there")
  )
};
var SIGNATURES = {
  request: { request: strict(requestParts) },
  "repos.collect": { query: optional(strict(select)) },
  "repos.iterate": {},
  "repos.find": { fullName: mustBe("owner/name, such as acme/storefront", isFullName) },
  "scans.collect": { query: strict({ ...scans, ...select }) },
  "scans.iterate": { query: strict(scans) },
  "scans.wait": {
    query: strict({ repoId: repoId2, sha: sha2, scanType: optional(string2) }),
    options: optional(strict(polling))
  },
  "bugs.collect": { query: strict({ ...bugs, ...select }) },
  "bugs.iterate": { query: strict(bugs) },
  "rules.files": {
    ...ruleId2,
    options: optional(
      strict({ ...callOptions, system: optional(oneOf(SYSTEMS)) })
    )
  },
  "rules.create(\u2026).wait": { options: optional(strict(wait)) },
  "rules.requests.wait": { ...requestId, options: optional(strict(wait)) }
};
var options = optional(strict(callOptions));
function checkCall(config, call, given) {
  checkArguments(config, { call, takes: SIGNATURES[call] }, given);
}
function checkArguments({ redactor }, { call, takes }, given) {
  const entries = { ...takes, options: takes["options"] ?? options };
  const args = Object.fromEntries(Object.keys(entries).map((name, index) => [name, given[index]]));
  const quote = (value) => typeof value === "string" ? JSON.stringify(toShortLine(redactor.text(value), 100)) : String(value);
  const fault = describeFault(args, { takes: strict(entries), call, quote });
  if (fault !== null) throw new ServiceClientError(fault);
}
function isReview(given) {
  const { state: word, dismissalReason: reason } = given;
  return word === "dismissed" === (reason !== void 0);
}
function isFullName(value) {
  return typeof value === "string" && value.indexOf("/") > 0 && !value.endsWith("/");
}
function isPath(value) {
  return typeof value === "string" && value.startsWith("/") && new URL(`https://host${value}`).pathname === value;
}
function isQuery(value) {
  return isRecord(value) && Object.values(value).every((each) => ["string", "number", "boolean", "undefined"].includes(typeof each));
}
var HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
function isHeaders(value) {
  return isRecord(value) && Object.entries(value).every(
    ([name, text2]) => HEADER_NAME.test(name) && name.toLowerCase() !== "authorization" && typeof text2 === "string" && isHeaderText(text2)
  );
}

// src/client/endpoints.ts
var ENDPOINTS = {
  createRule: {
    method: "POST",
    path: "/public/v1/rules",
    call: "rules.create",
    takes: rule2,
    // It starts a job: sent twice, it would start two.
    repeat: "unless-arrived",
    toParts: ({ repoId: repoId3, input: input2 = {} }) => ({ body: { repo_id: repoId3, input: input2 } }),
    answer: ruleRequestStarted
  },
  listRules: get("rules.list", "/public/v1/rules", list(ofRepository, ruleList)),
  listRuleRequests: get(
    "rules.requests.list",
    "/public/v1/rules/requests",
    list(ofRepository, ruleRequestList)
  ),
  getRuleRequest: get(
    "rules.requests.get",
    "/public/v1/rules/requests/{rcr_id}",
    one(requestId, ruleRequestStatus)
  ),
  getRule: get("rules.get", "/public/v1/rules/{rule_id}", one(ruleId2, rule)),
  listBugs: get("bugs.list", "/public/v1/bugs", list(bugPage2, bugPage)),
  getBug: get("bugs.get", "/public/v1/bugs/{bug_id}", one(bugId2, bug)),
  reviewBug: {
    method: "POST",
    path: "/public/v1/bugs/{bug_id}/review",
    call: "bugs.review",
    takes: review,
    // It overwrites, so sending it twice is harmless.
    repeat: "always",
    toParts: (id, review2) => ({ id, body: review2 }),
    answer: bugReview
  },
  getUser: get("user.get", "/public/v1/user", { takes: {}, toParts: () => ({}), answer: user }),
  listRepos: get("repos.list", "/public/v1/repos", list(repoPage2, repoPage)),
  listScans: get("scans.list", "/public/v1/scans", list(scanPage2, scanPage))
};
function get(call, path, row) {
  return { ...row, call, path, method: "GET", repeat: "always" };
}
function one(argument, answer) {
  return { takes: argument, answer, toParts: (id) => ({ id }) };
}
function list(argument, answer) {
  return {
    takes: argument,
    answer,
    toParts: ({ repoId: repoId3, scanId: scanId3, ...others } = {}) => ({
      query: { repo_id: repoId3, ...others, workflow_request_id: scanId3 }
    })
  };
}
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
  const { clock } = options2;
  const limit = pLimit(MAX_IN_FLIGHT);
  const attempt = async (request, tries) => {
    const { signal: signal2, timeoutMs: timeoutMs2 = options2.timeoutMs } = request;
    signal2.throwIfAborted();
    try {
      const turn = limit(() => fetchExchange({ ...options2, timeoutMs: timeoutMs2 }, request));
      const end = await untilAborted(turn, signal2);
      const time2 = { nowMs: clock.now(), timeoutMs: timeoutMs2, random: clock.random };
      return { ...end, request, tries, ...time2 };
    } finally {
      signal2.throwIfAborted();
    }
  };
  return {
    send: async (given) => {
      const signal2 = joinSignals(options2.signal, given.signal);
      const request = { ...given, signal: signal2 };
      const { maxTries: maxTries2 = options2.maxTries, beforeTry, afterTry, onRetry } = given;
      for (let tries = 1; ; tries += 1) {
        if (beforeTry !== void 0) await untilAborted(beforeTry(tries), signal2);
        const made = await attempt(request, tries);
        if (afterTry !== void 0) await untilAborted(afterTry(made), signal2);
        const isFinal = tries >= maxTries2 || made.kind === "network" && isLasting(made.cause);
        const delayMs = request.retryDelayMs(made);
        if (isFinal || delayMs === null) return made;
        if (onRetry !== void 0) await untilAborted(onRetry(made, delayMs), signal2);
        await waitUnlessAborted(clock, delayMs, signal2);
      }
    }
  };
}
var TIMED_OUT = "timed out";
async function fetchExchange(options2, request) {
  const { signal: signal2 } = request;
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
    return await untilAborted(fetchAnswer(options2, { ...request, signal: end.signal }), end.signal);
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
  const { status, headers: received } = response;
  const header = (name) => {
    const value = received.get(name);
    return value === null ? null : redactor.text(value);
  };
  if (isRedirect(status)) {
    await discardBody(response);
    const target = readTarget(header("location") ?? "", url, redactor);
    return { kind: "redirect", status: status === 0 ? void 0 : status, header, ...target };
  }
  return {
    kind: "response",
    status,
    headers: readHeaders(header),
    header,
    body: await fetchBody(response, { maxBytes: maxBodyBytes, redactor })
  };
}
function isRedirect(status) {
  return status === 0 || status >= 300 && status < 400 && status !== 304;
}
function readHeaders(header) {
  return new Map(
    HEADERS.flatMap((name) => {
      const value = header(name);
      return value === null ? [] : [[name, value]];
    })
  );
}
function readTarget(location, url, redactor) {
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
var PRINTED = /* @__PURE__ */ new Set(["name", "kind", "endpoint", "tries", "status", "type", "requestId"]);
var UNKNOWN = { status: void 0, type: void 0, requestId: void 0, headers: void 0, details: void 0 };
var ServiceError = class extends ServiceClientError {
  constructor(failure) {
    const detail = toDetail(failure);
    const { summary, advice } = explainFailure({ ...failure, detail });
    super({ summary, advice }, { name: "ServiceError", cause: failure.cause });
    const own = explainFailure(toOwn(failure));
    const publicMessage = `${own.summary} ${own.advice}`;
    Object.assign(this, { ...UNKNOWN, ...failure, detail, summary, publicMessage });
    Object.assign(this, { publicSummary: own.summary, advice: own.advice });
    hideProperties(
      this,
      Object.keys(this).filter((name) => !PRINTED.has(name))
    );
  }
};
function toDetail({ detail, ownDetail, serviceMessage, redirectOrigin }) {
  const said = detail ?? serviceMessage;
  if (said !== void 0 || redirectOrigin === void 0) return said ?? ownDetail;
  return `${ownDetail ?? ""} to ${redirectOrigin}`;
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

// src/client/pages.ts
var PAGE_SIZE = 100;
var MAX_READINGS = 3;
async function collectPages(list2, select2) {
  let sign = "";
  for (let readings = 1; readings <= MAX_READINGS; readings++) {
    const reading = await fetchReading(list2, select2);
    if (reading.kind === "whole") return reading.items;
    sign = reading.sign;
  }
  throw new ServiceError({
    kind: "decode",
    endpoint: list2.endpoint,
    tries: MAX_READINGS,
    ownDetail: `the list kept changing while it was read (${sign})`,
    advice: "Try again when nobody is reviewing and no scan is finishing."
  });
}
async function* iteratePages(list2, maxItems) {
  const seen = /* @__PURE__ */ new Set();
  let offset = 0;
  let total = Infinity;
  while (offset < Math.min(total, maxItems)) {
    const page2 = await list2.fetchPage(offset, list2.signal);
    total = page2.total;
    const got = page2.items.length;
    if (got < Math.min(PAGE_SIZE, total - offset)) {
      const ownDetail = `a page of ${got} items at offset ${offset} of ${total}`;
      throw new ServiceError({ kind: "decode", endpoint: list2.endpoint, tries: 1, ownDetail });
    }
    for (const item of page2.items) {
      const key = list2.keyOf(item);
      if (seen.has(key) || seen.size >= maxItems) continue;
      seen.add(key);
      yield item;
    }
    offset += page2.items.length;
  }
}
async function* iterateChangingPages(list2) {
  const seen = /* @__PURE__ */ new Set();
  let offset = 0;
  let total;
  while (offset < (total ?? Infinity)) {
    const page2 = await list2.fetchPage(offset, list2.signal);
    total ??= page2.total;
    const isFull = page2.items.length >= Math.min(PAGE_SIZE, total - offset);
    const isNew = page2.items.every((item) => addKey(seen, list2.keyOf(item)));
    if (page2.total !== total || !isFull || !isNew) {
      yield* await collectPages(list2, (item) => item);
      return;
    }
    yield* page2.items;
    offset += PAGE_SIZE;
  }
}
async function fetchReading(list2, select2) {
  const seen = /* @__PURE__ */ new Set();
  const pages = [];
  let sign;
  let total;
  let isOver = false;
  const stop = new AbortController();
  const signal2 = joinSignals(list2.signal, stop.signal);
  const take = async (offset) => {
    const page2 = await list2.fetchPage(offset, signal2);
    total ??= page2.total;
    if (page2.total !== total) sign ??= `total went from ${total} to ${page2.total}`;
    const fresh = page2.items.filter((item) => addKey(seen, list2.keyOf(item)));
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

// src/client/read-answer.ts
function readResponseInfo(exchange) {
  if (exchange.kind !== "response" && exchange.kind !== "redirect" || exchange.status === void 0) return void 0;
  const { status, header, tries } = exchange;
  const id = header("x-request-id") ?? header("request-id") ?? header("traceparent");
  return { status, headers: { get: header }, requestId: readText2(id, MAX_WORD_CHARS), tries };
}
function readAnswer({ name, answer }, exchange, context) {
  const response = readResponseInfo(exchange);
  const isSuccess = exchange.kind === "response" && exchange.status >= 200 && exchange.status < 300;
  if (!isSuccess || response === void 0) throw toServiceError(name, exchange, context);
  const { body } = exchange;
  const fail = (detail) => new ServiceError({ kind: "decode", endpoint: name, ...response, ownDetail: toShortLine(detail, 500) });
  if (body.kind === "too-large") throw fail(`a body of more than ${context.maxBodyBytes} bytes`);
  const isEmpty = body.kind === "text" && body.text.trim() === "";
  if (body.kind === "text" && !isEmpty) throw fail(findPage(body.text) ?? "a body that is not JSON");
  const read = safeParse(answer, body.kind === "json" ? body.value : null, { abortEarly: true });
  if (read.success) return { data: read.output, response };
  throw fail(isEmpty ? "an empty body" : describe(read.issues[0]));
}
function toServiceError(endpoint, exchange, { baseUrl, usesProxyVariables }) {
  const { tries } = exchange;
  return new ServiceError({
    ...{ endpoint, tries, usesProxyVariables, ...readResponseInfo(exchange) },
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
      const { status, origin, path, request } = exchange;
      const redirectOrigin = origin === null ? void 0 : toShortLine(origin, 280);
      const isOwn = origin === new URL(request.url).origin;
      const detail = isOwn ? toShortLine(`a redirect to ${origin}${path}`, 500) : void 0;
      return { kind: "api", status, ownDetail: "a redirect", detail, redirectOrigin, advice: REDIRECT_ADVICE };
    }
    case "response": {
      const { status, header, body, nowMs } = exchange;
      const retryAfterMs = parseRetryAfterMs(header("retry-after"), nowMs);
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
function toMethod(config, endpoint) {
  const count2 = Object.keys(endpoint.takes).length;
  return (...given) => toCall(async () => {
    checkArguments(config, endpoint, given);
    const args = given.slice(0, count2);
    const options2 = given[count2];
    return await send(config, endpoint, { ...endpoint.toParts(...args), ...options2 });
  });
}
function toCall(start) {
  const sent = start();
  const answer = sent.then(({ data }) => data);
  return Object.assign(answer, {
    withResponse: async () => {
      answer.catch(() => void 0);
      return await sent;
    }
  });
}
async function send(config, endpoint, call) {
  const { redactor, onRequest, onResponse, onRetry } = config;
  const name = redactor.text(toEndpointName(endpoint));
  const { maxTries: maxTries2 = config.maxTries, timeoutMs: timeoutMs2 = config.timeoutMs, signal: signal2 } = call;
  const { url, headers, body } = toRequest(config, endpoint, call);
  const { method } = endpoint;
  const facts = { endpoint: name, method, url: redactor.text(url) };
  const exchange = await config.transport.send({
    ...{ url, method, body, signal: signal2, maxTries: maxTries2, timeoutMs: timeoutMs2 },
    headers: { ...headers, authorization: config.authorization },
    retryDelayMs: (failed) => decideRetryMs(endpoint.repeat, failed),
    beforeTry: onRequest && (async (tries) => await onRequest({ ...facts, headers: redactor.value(headers), tries })),
    afterTry: onResponse && (async (made) => {
      const response = readResponseInfo(made);
      if (response !== void 0) await onResponse({ ...facts, ...response });
    }),
    onRetry: onRetry && (async (failed, delayMs) => {
      const error = toServiceError(name, failed, config);
      await onRetry({ endpoint: name, tries: failed.tries, maxTries: maxTries2, delayMs, error });
    })
  });
  return readAnswer({ name, answer: endpoint.answer }, exchange, config);
}
function decideRetryMs(repeat, exchange) {
  if (!mayRepeat(repeat, exchange)) return null;
  const retryAfter = exchange.kind === "response" ? exchange.header("retry-after") : null;
  return retryDelayMs({ ...exchange, retryAfter });
}
function mayRepeat(repeat, exchange) {
  if (exchange.kind === "network" && !exchange.mayHaveArrived) return true;
  if (repeat !== "always" || exchange.kind === "redirect") return false;
  return exchange.kind !== "response" || TRANSIENT_STATUSES.has(exchange.status);
}
function toRequest(config, { path }, { id = "", query = {}, body, headers = {} }) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== void 0) parameters.set(name, String(value));
  }
  const search = parameters.size > 0 ? `?${parameters.toString()}` : "";
  const filled = path.replace(/\{\w+\}/, () => encodeURIComponent(id));
  const type = body === void 0 ? {} : { "content-type": "application/json" };
  const own = Object.entries(headers).map(([name, text2]) => [name.toLowerCase(), text2]);
  return {
    url: config.baseUrl + filled + search,
    headers: { ...config.headers, ...type, ...Object.fromEntries(own) },
    body: body === void 0 ? void 0 : JSON.stringify(body)
  };
}

// src/client/bugs.ts
function bugMethods(config) {
  const listOne = toMethod(config, ENDPOINTS.listBugs);
  async function collect(query, options2) {
    checkCall(config, "bugs.collect", [query, options2]);
    const { repoId: repoId3, scanId: scanId3 } = query;
    const { select: select2 = (bug3) => bug3 } = query;
    const toList2 = (status) => toPagedList(listOne, { repoId: repoId3, scanId: scanId3, status }, options2);
    const [only, ...others] = toStates(query);
    if (others.length === 0) return await collectPages(toList2(only), select2);
    const read = await Promise.all(
      [only, ...others].map(
        async (status) => await collectPages(toList2(status), (bug3) => [bug3.id, select2(bug3)])
      )
    );
    return [...new Map(read.flat()).values()];
  }
  return {
    list: (query, options2) => toCall(async () => {
      checkArguments(config, ENDPOINTS.listBugs, [query, options2]);
      return await listStates(listOne, query, options2);
    }),
    collect,
    iterate: (query, options2) => {
      checkCall(config, "bugs.iterate", [query, options2]);
      return iterateStates(listOne, query, options2);
    },
    get: toMethod(config, ENDPOINTS.getBug),
    review: toMethod(config, ENDPOINTS.reviewBug)
  };
}
function toStates({ status }) {
  const [first = "pending", ...others] = new Set([status].flat());
  return [first, ...others];
}
function toPagedList(listOne, query, options2) {
  return {
    endpoint: toEndpointName(ENDPOINTS.listBugs),
    // Reviewed while the list is read, a bug can come in both states: then the list has changed.
    keyOf: ({ id, review: review2 }) => `${id} ${review2?.state ?? "pending"}`,
    signal: options2?.signal,
    fetchPage: async (offset, signal2) => {
      const { bugs: items, total } = await listOne({ ...query, limit: PAGE_SIZE, offset }, { ...options2, signal: signal2 });
      return { items, total };
    }
  };
}
var DEFAULT_LIMIT = 50;
async function listStates(listOne, query, options2) {
  const [first, ...others] = toStates(query);
  if (others.length === 0) return await listOne({ ...query, status: first }, options2).withResponse();
  const { limit = DEFAULT_LIMIT, offset = 0 } = query;
  const fetchPart = async (status, { bugs: bugs2, total }) => {
    const missing = limit - bugs2.length;
    const part = { offset: Math.max(0, offset - total), limit: Math.max(1, missing) };
    const { data, response } = await listOne({ ...query, ...part, status }, options2).withResponse();
    return { data: { bugs: [...bugs2, ...data.bugs.slice(0, missing)], total: total + data.total }, response };
  };
  let joined = await fetchPart(first, { bugs: [], total: 0 });
  for (const status of others) joined = await fetchPart(status, joined.data);
  return joined;
}
async function* iterateStates(listOne, { repoId: repoId3, scanId: scanId3, status: states }, options2) {
  const seen = /* @__PURE__ */ new Set();
  for (const status of toStates({ status: states })) {
    for await (const bug3 of iterateChangingPages(toPagedList(listOne, { repoId: repoId3, scanId: scanId3, status }, options2))) {
      if (seen.has(bug3.id)) continue;
      seen.add(bug3.id);
      yield bug3;
    }
  }
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
    toFormText(secret),
    uri.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    // The runner also escapes what this function leaves.
    uri.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[&<>"']/g, (sign) => XML_ESCAPES[sign] ?? sign),
    ...bytes.length < MIN_ENCODED ? [] : [0, 1, 2].map((offset) => toBase64(bytes, offset))
  ];
}
function toFormText(secret) {
  return new URLSearchParams([["", secret]]).toString().slice(1);
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
  for (const range of [...ranges].sort((one2, other) => one2.start - other.start)) {
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
  const fault = describeFault(options2, { takes: strict(OPTIONS), call: "createClient", quote: describeValue });
  if (fault !== null) throw new ConfigurationError(fault);
  const { baseUrl = "", timeoutMs: timeoutMs2 = 3e4, maxTries: maxTries2 = 4, maxBodyBytes = 10 * 2 ** 20 } = options2;
  const apiKey = parseApiKey(options2.apiKey ?? "");
  const redactor = createRedactor([apiKey, ...options2.secrets ?? []]);
  const settings = {
    signal: options2.signal,
    timeoutMs: timeoutMs2,
    maxTries: maxTries2,
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
      "user-agent": parseHeader("userAgent", options2.userAgent ?? "scan-gate-client")
    },
    authorization: `Bearer ${apiKey}`,
    onRequest: options2.onRequest,
    onResponse: options2.onResponse,
    onRetry: options2.onRetry,
    transport: createTransport({
      ...settings,
      // Looked up for each request, so that a `fetch` that is replaced later is used.
      fetch: options2.fetch ?? (async (url, init) => await globalThis.fetch(url, init))
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
  timeoutMs: optional(timeoutMs),
  maxTries: optional(maxTries),
  maxBodyBytes: optional(whole(1, 2 ** 29)),
  now: optional(functionSchema),
  random: optional(functionSchema),
  wait: optional(functionSchema),
  after: optional(functionSchema),
  onRequest: optional(functionSchema),
  onResponse: optional(functionSchema),
  onRetry: optional(functionSchema)
};
function describeValue(value, path) {
  return typeof value === "number" && /^(?:timeout|max)/.test(path) ? String(value) : `a ${typeof value}`;
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
  /** `owner/name`, as it was given. */
  fullName;
  repositories;
  organizations;
  constructor(fullName, { repositories, organizations }) {
    const count2 = repositories === 1 ? "1 repository" : `${repositories} repositories`;
    const where = organizations.length === 0 ? "no organization" : `the organizations ${toList(organizations)}`;
    const facts = `This key sees no repository ${fullName}. It sees ${count2} and ${where}.`;
    const advice = "Check the name, and that the key is of the right organization.";
    super({ summary: toShortLine(facts, MAX_CHARS), advice }, { name: "RepositoryNotFoundError" });
    this.fullName = fullName;
    this.repositories = repositories;
    this.organizations = organizations;
    hideProperties(this, ["organizations"]);
  }
};
var AmbiguousRepositoryError = class extends ServiceClientError {
  /** `owner/name`, as it was given. */
  fullName;
  /** At least two. */
  matches;
  constructor(fullName, matches) {
    const named = matches.map(({ id, orgName }) => `${id} (organization ${orgName})`);
    const facts = `${fullName} is the name of ${matches.length} repositories: ${toList(named)}.`;
    const advice = "Use the ID of the one that you mean.";
    super({ summary: toShortLine(facts, MAX_CHARS), advice }, { name: "AmbiguousRepositoryError" });
    this.fullName = fullName;
    this.matches = matches;
    hideProperties(this, ["matches"]);
  }
};
function toList(names) {
  const more = names.length - MAX_NAMED;
  const named = names.slice(0, MAX_NAMED).join(", ");
  return more > 0 ? `${named}, ${more} more` : named;
}

// src/client/repos.ts
function repoMethods(config) {
  const list2 = toMethod(config, ENDPOINTS.listRepos);
  const toPages = (options2) => ({
    endpoint: toEndpointName(ENDPOINTS.listRepos),
    keyOf: ({ id }) => id,
    signal: options2?.signal,
    fetchPage: async (offset, signal2) => {
      const { repos: items, total } = await list2({ limit: PAGE_SIZE, offset }, { ...options2, signal: signal2 });
      return { items, total };
    }
  });
  async function collect(query, options2) {
    checkCall(config, "repos.collect", [query, options2]);
    return await collectPages(toPages(options2), query?.select ?? ((repo2) => repo2));
  }
  return {
    list: list2,
    collect,
    iterate: (options2) => {
      checkCall(config, "repos.iterate", [options2]);
      return iterateChangingPages(toPages(options2));
    },
    find: async (fullName, options2) => {
      checkCall(config, "repos.find", [fullName, options2]);
      const toSeen = (repo2) => ({
        orgName: repo2.orgName,
        match: isSameFullName(fullNameOf(repo2), fullName) ? repo2 : null
      });
      const seen = await collectPages(toPages(options2), toSeen);
      const matches = seen.flatMap(({ match }) => match ?? []);
      const [first, ...others] = matches;
      if (first !== void 0 && others.length === 0) return first;
      if (first !== void 0) throw new AmbiguousRepositoryError(fullName, matches);
      const names = seen.map(({ orgName }) => orgName);
      const organizations = await fetchOrganizations(config, names, options2);
      throw new RepositoryNotFoundError(fullName, { repositories: seen.length, organizations });
    }
  };
}
function fullNameOf({ ownerName: owner, name: repo2 }) {
  return toFullName({ owner, repo: repo2 });
}
async function fetchOrganizations(config, names, options2) {
  try {
    const { orgs } = await toMethod(config, ENDPOINTS.getUser)(options2);
    return toSorted2([...names, ...orgs.map(({ name }) => name)]);
  } catch (error) {
    if (isServiceError(error)) return toSorted2(names);
    throw error;
  }
}
function toSorted2(names) {
  return [...new Set(names)].sort(compareText);
}

// src/client/wait-errors.ts
var RuleRequestFailedError = class extends ServiceClientError {
  requestId;
  constructor(requestId2) {
    const summary = `The rule request ${requestId2} failed in the service.`;
    const advice = "Change the description or the examples, and create a new one.";
    super({ summary, advice }, { name: "RuleRequestFailedError" });
    this.requestId = requestId2;
  }
};
var RuleRequestUnfinishedError = class extends ServiceClientError {
  requestId;
  /** How often it was polled. */
  polls;
  constructor(requestId2, polls) {
    const summary = `The rule request ${requestId2} is not finished after ${polls} polls.`;
    const advice = "It continues in the service. Resume it with this request ID.";
    super({ summary, advice }, { name: "RuleRequestUnfinishedError" });
    this.requestId = requestId2;
    this.polls = polls;
  }
};
var ScanFailedError = class extends ServiceClientError {
  scan;
  constructor(scan2) {
    const summary = `The scan ${scan2.workflowRequestId ?? "without an ID"} failed in the service.`;
    super({ summary: toShortLine(summary, 300), advice: "Start a new scan." }, { name: "ScanFailedError" });
    this.scan = scan2;
  }
};
var ScanUnfinishedError = class extends ServiceClientError {
  /** It is null if the commit had no scan yet. */
  scan;
  /** How often it was looked for. */
  polls;
  constructor(sha3, { scan: scan2, polls }) {
    const what = scan2 === null ? "has no scan" : "has no complete scan";
    const summary = toShortLine(`The commit ${sha3} ${what} after ${polls} polls.`, 300);
    super({ summary, advice: "Start a scan if none is running, then wait again." }, { name: "ScanUnfinishedError" });
    this.scan = scan2;
    this.polls = polls;
  }
};

// src/client/waiting.ts
async function pollUntil({ clock, signal: signal2 }, options2, look) {
  for (let polls = 1; ; polls += 1) {
    const found = await look(polls);
    if (found !== null || polls >= options2.maxPolls) return found;
    const pauseMs = Math.round(options2.pollIntervalMs * Math.min(2, 1.2 ** (polls - 1)));
    await waitUnlessAborted(clock, pauseMs, joinSignals(signal2, options2.signal));
  }
}

// src/client/rule-requests.ts
function ruleRequestMethods(config) {
  const fetchRequest = toMethod(config, ENDPOINTS.getRuleRequest);
  const fetchRule = toMethod(config, ENDPOINTS.getRule);
  return {
    list: toMethod(config, ENDPOINTS.listRuleRequests),
    get: fetchRequest,
    wait: async (requestId2, options2 = {}) => {
      checkCall(config, "rules.requests.wait", [requestId2, options2]);
      const { pollIntervalMs = 5e3, maxPolls = 20, onRequest, onPoll, ...call } = options2;
      await onRequest?.(requestId2);
      const created = await pollUntil(config, { ...call, pollIntervalMs, maxPolls }, async (polls) => {
        const request = await fetchRequest(requestId2, call);
        await onPoll?.(request, polls);
        if (request.status === "failed") throw new RuleRequestFailedError(requestId2);
        if (request.status !== "complete") return null;
        const rules = await Promise.all(request.results.map(async ({ id }) => await fetchRule(id, call)));
        return { requestId: requestId2, request, rules };
      });
      if (created === null) throw new RuleRequestUnfinishedError(requestId2, maxPolls);
      return created;
    }
  };
}

// src/client/rules.ts
function ruleMethods(config) {
  const fetchRule = toMethod(config, ENDPOINTS.getRule);
  const createRule = toMethod(config, ENDPOINTS.createRule);
  const requests = ruleRequestMethods(config);
  return {
    list: toMethod(config, ENDPOINTS.listRules),
    get: fetchRule,
    files: async (id, options2 = {}) => {
      checkCall(config, "rules.files", [id, options2]);
      const { system = ownSystem(), ...call } = options2;
      const { ruleFiles: files } = await fetchRule(id, call);
      return decideFilePlan([{ id, files }], system);
    },
    create: (rule3, options2) => {
      const created = createRule(rule3, options2);
      return Object.assign(created, {
        wait: async (wait2 = {}) => {
          created.catch(() => void 0);
          checkCall(config, "rules.create(\u2026).wait", [wait2]);
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

// src/judgement/scan.ts
function readScanState(status, ended) {
  switch (status) {
    case "complete":
      return "complete";
    case "failed":
    case "dlq":
      return "failed";
    case null:
      return ended ? "complete" : "running";
    default:
      return "running";
  }
}

// src/client/scans.ts
var SCANS_ENDPOINT = toEndpointName(ENDPOINTS.listScans);
function scanMethods(config) {
  const list2 = toMethod(config, ENDPOINTS.listScans);
  const iterate = ({ repoId: repoId3, maxScans = 2e3 }, options2) => {
    const fetchPage = async (offset) => {
      const { scans: items, total } = await list2({ repoId: repoId3, limit: PAGE_SIZE, offset }, options2);
      return { items, total };
    };
    return iteratePages({ endpoint: SCANS_ENDPOINT, keyOf: toScanKey, signal: options2?.signal, fetchPage }, maxScans);
  };
  async function collect(query, options2) {
    checkCall(config, "scans.collect", [query, options2]);
    const { select: select2 = (scan2) => scan2 } = query;
    const collected = [];
    for await (const scan2 of iterate(query, options2)) collected.push(select2(scan2));
    return collected;
  }
  const findScan = async ({ repoId: repoId3, sha: sha3, scanType }, options2) => {
    for await (const scan2 of iterate({ repoId: repoId3 }, options2)) {
      const isOfCommit = scan2.commitSha?.toLowerCase() === sha3.toLowerCase();
      if (isOfCommit && (scanType === void 0 || scan2.scanType === scanType)) return scan2;
    }
    return null;
  };
  return {
    list: list2,
    iterate: (query, options2) => {
      checkCall(config, "scans.iterate", [query, options2]);
      return iterate(query, options2);
    },
    collect,
    wait: async (query, options2 = {}) => {
      checkCall(config, "scans.wait", [query, options2]);
      const { pollIntervalMs = 1e4, maxPolls = 100, onPoll, ...call } = options2;
      let scan2 = null;
      const complete = await pollUntil(config, { ...call, pollIntervalMs, maxPolls }, async (polls) => {
        scan2 = await findScan(query, call);
        await onPoll?.(scan2, polls);
        const state2 = scan2 === null ? "running" : readScanState(scan2.workflowStatus, scan2.completedAt !== null);
        if (scan2 !== null && state2 === "failed") throw new ScanFailedError(scan2);
        return state2 === "complete" ? scan2 : null;
      });
      if (complete === null) throw new ScanUnfinishedError(config.redactor.text(query.sha), { scan: scan2, polls: maxPolls });
      return complete;
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
    user: { get: toMethod(config, ENDPOINTS.getUser) },
    request: (request, options3) => toCall(async () => {
      checkCall(config, "request", [request, options3]);
      const { method, path, query, body } = request;
      const repeat = method === "GET" ? "always" : "unless-arrived";
      return await send(config, { method, path, repeat, answer: anything }, { query, body, ...options3 });
    })
  };
}
export {
  AmbiguousRepositoryError,
  ConfigurationError,
  DISMISSAL_REASONS,
  RepositoryNotFoundError,
  RuleRequestFailedError,
  RuleRequestUnfinishedError,
  ScanFailedError,
  ScanUnfinishedError,
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
