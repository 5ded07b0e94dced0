#!/usr/bin/env bash
# Rolls the gate out to the repositories of an organization that the doctor found ready. What it does, and when to run it:
# https://github.com/scan-gate/scan-gate/blob/main/docs/operations.md#roll-out-to-two-hundred-repositories
# Usage: [APPLY=yes] [ENFORCEMENT=active] [MERGE_QUEUE=yes] [PUBLIC=yes] bash roll-out.sh report.json, with SCAN_API_KEY set.
# With PUBLIC=yes, anybody who opens a pull request in a public repository learns which of its files have pending bugs.
# The report has {version, repositories: [...]}, or is that of one repository. Needs gh and jq.
# A request that fails stops the work on that repository. The others go on, and the script names it and ends with 1.
# ENFORCEMENT=disabled only switches the ruleset off: it looks at no repository and stores no key.
version=1.2.0 # of Scan Gate
set -euo pipefail -o noglob

org=acme
source=acme/workflows # has the workflow, on its default branch: see required-workflow.yml
workflow=.github/workflows/scan-gate.yml
set_up=nightly-scans # which the workflow is for
ruleset="Scan Gate, $set_up"

if [ "${1:-}" = --version ]; then echo "$version" && exit; fi
if [ "${ENFORCEMENT:-}" != disabled ]; then : "${SCAN_API_KEY:?is empty: set it to the key that goes into the environments}"; fi
report=${1:?is missing: name the file with the report of the doctor}
problems=$(mktemp)
trap 'rm -f "$problems"' EXIT
exec 3>&1 # what people read, where the output of a function is its result

stop() {
  echo "stopped: $1" >&2
  exit 1
}

for name in APPLY MERGE_QUEUE PUBLIC; do
  case "${!name:-}" in '' | yes) ;; *) stop "$name is '${!name}': say yes, or leave it out" ;; esac
done
case "${ENFORCEMENT:-}" in
  '' | evaluate | active | disabled) ;;
  *) stop "ENFORCEMENT is '$ENFORCEMENT': say evaluate, active or disabled, or leave it out" ;;
esac

change() {
  if [ "${APPLY:-}" = yes ]; then "$@" >&3; else echo "would run: $*" >&3 && cat > /dev/null; fi
}

# Prints the answer to a GET request; nothing if GitHub says that there is no such thing. Any other failure is one.
get_if_there() {
  local answer
  # gh prints the body of a 404, too.
  if answer=$(gh api "$@" 2> "$problems" < /dev/null); then
    printf '%s\n' "$answer"
  elif ! grep --fixed-strings --quiet '(HTTP 404)' "$problems"; then
    cat "$problems" >&2
    return 1
  fi
}

# Prints the lines of $1 that are not in $2.
without() {
  local line
  while read -r line; do
    if [[ -n $line && $'\n'$2$'\n' != *$'\n'"$line"$'\n'* ]]; then printf '%s\n' "$line"; fi
  done <<< "$1"
}

# Prints the ID of the merge queue of the default branch of $1, which a ruleset or the branch's own protection may have.
find_queue() {
  gh api graphql --raw-field owner="${1%/*}" --raw-field name="${1#*/}" --jq '.data.repository.mergeQueue.id // ""' \
    --raw-field query='query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { mergeQueue { id } } }' \
    < /dev/null
}

# Gives the repository $1 an environment with the key, and prints its ID; no ID if it is left out.
prepare() {
  local facts branches queue policies allowed others other missing branch
  facts=$(gh api "repos/$1" --jq '"\(.id) \(.default_branch)"' < /dev/null)
  branches=${facts#* }
  queue=$(find_queue "$1")
  if [ -n "$queue" ]; then
    if [ "${MERGE_QUEUE:-}" != yes ]; then
      echo "left out: $1 has a merge queue: say MERGE_QUEUE=yes, and everybody who can push to it can read the key" >&3
      return
    fi
    branches="$branches"$'\n'"gh-readonly-queue/$branches/*"
  fi
  policies="repos/$1/environments/scan-gate/deployment-branch-policies"
  allowed=$(get_if_there --paginate "$policies" \
    --jq '.branch_policies[] | if .type == "tag" then "tag \(.name)" else .name end')
  others=$(without "$allowed" "$branches")
  if [ -n "$others" ]; then
    while read -r other; do
      case "$other" in 'tag '*) ;; *) other="branch $other" ;; esac
      echo "left out: $1: $other could read the key too: remove it from the environment scan-gate" >&3
    done <<< "$others"
    return
  fi
  missing=$(without "$branches" "$allowed")
  change gh api --method PUT "repos/$1/environments/scan-gate" --input - --silent \
    <<< '{"deployment_branch_policy": {"protected_branches": false, "custom_branch_policies": true}}'
  for branch in $missing; do
    change gh api --method POST "$policies" --raw-field "name=$branch" --silent < /dev/null
  done
  change gh secret set SCAN_API_KEY --env scan-gate --repo "$1" <<< "$SCAN_API_KEY"
  echo "${facts%% *}"
}

# What the doctor found in each, with the day for found-since if the doctor proposes one.
found=$(jq --slurp --compact-output --arg set_up "$set_up" 'if length == 1 then .[0] else error end | [(.repositories // [.])[] | {
  name: (.repository.fullName | strings // error("no name")), healthy, recommendation, visibility: .repository.visibility,
  seconds: (.medianIntervalSeconds // .scans?.medianIntervalSeconds?),
  day: ((.foundSince // (.setUps[]? | select(.name == $set_up) | .foundSince)).day? // null)}]' "$report" 2> "$problems") ||
  stop "$report is not a report of the doctor: save the doctor's output report as this file"
if [ "${ENFORCEMENT:-}" = disabled ]; then found='[]'; fi

facts=$(gh api "repos/$source" --jq '"\(.id) \(.visibility) \(.default_branch)"' < /dev/null) || stop "$source could not be read"
read -r source_id source_visibility source_branch <<< "$facts"
text=$(gh api --header 'Accept: application/vnd.github.raw+json' "repos/$source/contents/$workflow" < /dev/null) ||
  stop "$workflow of $source could not be read"
max_age=$(sed -n "s/^[^#]*max-scan-age:[[:space:]]*['\"]\{0,1\}\([0-9]*[smhd]\).*/\1/p" <<< "$text")

# Where the required workflow would never run, or say stale-scan on most days, nobody could merge.
judged=$(jq --compact-output --arg max_age "$max_age" --arg source "$source_visibility" --arg public "${PUBLIC:-}" \
  --arg home "$source" --arg org "$org" --arg set_up "$set_up" \
  --arg forks https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md#allow-pull_request_target '
  (if $max_age == "" then null else {s: 1, m: 60, h: 3600, d: 86400}[$max_age[-1:]] * ($max_age[:-1] | tonumber) end) as $most
  | ["private", "internal", "public"] as $order
  | map(.why = (.visibility as $own
      | if (.name | ascii_downcase | startswith(($org | ascii_downcase) + "/") | not) then "it is not of \($org)"
        elif (.name | ascii_downcase) == ($home | ascii_downcase) then "it has the workflow itself"
        elif .healthy != true then "the doctor found something wrong there"
        elif .recommendation == "none" then "no set-up fits it"
        elif .recommendation != $set_up then "the doctor recommends the set-up \(.recommendation)"
        elif $own == "unknown" then "the doctor could not see whether it is public"
        elif ($order | index($own // "private")) > ($order | index($source)) then
          "it is \($own), and GitHub runs the workflow of your \($source) repository only in \($order[:($order | index($source)) + 1] | join(" and ")) ones"
        elif $own == "public" and $public != "yes" then
          "it is public: with PUBLIC=yes, anybody who opens a pull request there learns from green or red which files have pending bugs. If you want that, allow pull_request_target there first; see \($forks)"
        elif $most and .seconds and .seconds > $most then
          "it is scanned every \(.seconds / 3600 | round) hours, and max-scan-age is \($max_age)"
        else null end))' <<< "$found")
jq --raw-output '.[] | select(.why) | "left out: \(.name): \(.why)"' <<< "$judged"
names=$(jq --raw-output '.[] | select(.why | not) | .name' <<< "$judged")

# Days stand in the workflow, which nobody but its maintainers can change. One that is there stays: a later one would
# leave out what has come in since.
to_line() { printf "found-since: \${{ fromJSON('%s')[github.repository] }}\n" "$1"; }
own=$(sed -n '/^[^#]*found-since:/p' <<< "$text")
s='[[:space:]]*'
there=$(sed -n "s/^[^#]*found-since:$s\${{${s}[fF]rom[jJ][sS][oO][nN]($s'\({.*}\)'$s)$s\[${s}github\.repository$s\]$s}}.*/\1/p" <<< "$text")
days=$(jq --compact-output --argjson there "${there:-null}" \
  'map(select(.day and (.why | not)) | {(.name): .day}) | add + $there | select(. != $there and . != null)' <<< "$judged") ||
  stop "found-since in $workflow of $source has no JSON between its quotes"
first=
if [ -n "$days" ]; then
  if [ -n "$own" ] && [ -z "$there" ]; then
    stop "found-since in $workflow of $source is not of this form, so its days cannot be kept: $(to_line '{}')"
  fi
  first="; first merge: the line found-since above, into $workflow of $source"
  echo "first put this line into $workflow of $source:"
  printf '          %s\n' "$(to_line "$days")"
  if [ "${APPLY:-}" = yes ]; then echo "nothing has been changed" && exit 1; fi
fi

# The ruleset is read before the first key is stored. Somebody may have changed it by hand since an earlier run.
was=null
ruleset_id=
if [ -n "$names" ] || [ "${ENFORCEMENT:-}" = disabled ]; then
  rulesets=$(gh api --paginate "orgs/$org/rulesets" < /dev/null) || stop "the rulesets of $org could not be read"
  ruleset_id=$(jq --arg name "$ruleset" '.[] | select(.name == $name) | .id' <<< "$rulesets")
  case "$ruleset_id" in *$'\n'*) stop "$org has more than one ruleset named '$ruleset': rename or delete all but one" ;; esac
  if [ -n "$ruleset_id" ]; then was=$(gh api "orgs/$org/rulesets/$ruleset_id" < /dev/null) || stop "the ruleset '$ruleset' of $org could not be read"; fi
fi
enforcement=evaluate
doubt= # what the ruleset may not cover of a repository
if [ "$was" != null ]; then
  is_required=$(jq --arg path "$workflow" --argjson source "$source_id" 'any(.rules[]?; .type == "workflows" and
    any(.parameters.workflows[]?; .path == $path and .repository_id == $source))' <<< "$was")
  if [ "$is_required" != true ]; then
    stop "the ruleset '$ruleset' of $org does not require $workflow of $source: add that to its rules, or delete the ruleset, and run this again"
  fi
  doubt=$(jq --raw-output '
    def covers($name): ((.include // []) | any(. == "~ALL" or . == $name)) and (.exclude // []) == [];
    if .conditions | (.repository_id or (.repository_name | covers("~ALL"))) | not then "it: it selects repositories by name or property"
    elif .conditions.ref_name | covers("~DEFAULT_BRANCH") | not then "its default branch: it selects branches by name"
    else empty end' <<< "$was")
  enforcement=$(jq --raw-output .enforcement <<< "$was")
fi
if [ -n "${ENFORCEMENT:-}" ]; then
  enforcement=$ENFORCEMENT
elif [ "$enforcement" = disabled ]; then
  echo "the ruleset '$ruleset' of $org is disabled: say ENFORCEMENT=evaluate or ENFORCEMENT=active, or nothing requires the workflow"
fi

ids=
failed=
required=0
left_out=$(jq 'map(select(.why)) | length' <<< "$judged")
failures=0
for name in $names; do
  set +e # so that the shell of its own, which ends at the first failure, does not end this one
  id=$(set -e; prepare "$name")
  status=$?
  set -e
  if [ "$status" != 0 ]; then
    failed="$failed $name"
    failures=$((failures + 1))
    echo "stopped: $name, see above" >&2
  elif [ -n "$id" ]; then
    ids=$ids,$id
    required=$((required + 1))
    echo "ready: $name, ID $id"
    if [ -n "$doubt" ]; then echo "look yourself: $name: the ruleset '$ruleset' of $org may not cover $doubt"; fi
  else
    left_out=$((left_out + 1))
  fi
done

to_write=$ids
if [ "${ENFORCEMENT:-}" = disabled ]; then to_write=$ruleset_id; fi
if [ -n "$to_write" ]; then
  rules=$(jq --null-input --arg path "$workflow" --arg enforcement "${ENFORCEMENT:-}" --arg name "$ruleset" \
    --arg ref "refs/heads/$source_branch" --argjson was "$was" --argjson source "$source_id" --argjson ids "[${ids#,}]" '$was // {
      name: $name, target: "branch", enforcement: "evaluate",
      conditions: {ref_name: {include: ["~DEFAULT_BRANCH"], exclude: []}, repository_id: {repository_ids: []}},
      rules: [{type: "workflows", parameters: {workflows: [{repository_id: $source, path: $path, ref: $ref}]}}]
    } | {name, target, enforcement, bypass_actors: (.bypass_actors // []), conditions, rules}
      | if .conditions.repository_id then .conditions.repository_id.repository_ids |= (. + $ids | unique) else . end
      | if $enforcement != "" then .enforcement = $enforcement else . end')
  if [ -n "$ruleset_id" ]; then
    change gh api --method PUT "orgs/$org/rulesets/$ruleset_id" --input - --silent <<< "$rules"
  else
    change gh api --method POST "orgs/$org/rulesets" --input - --silent <<< "$rules"
  fi || stop "the ruleset '$ruleset' of $org could not be written, so GitHub requires what it required before. Mend it, and run this again"
fi
if [ -n "$failed" ]; then echo "not done:$failed" >&2; fi
if [ "${APPLY:-}" = yes ]; then trial= is=is; else trial='a trial, nothing has been changed: ' is='would be'; fi
sums="$required required ($enforcement), $left_out left out, $failures failed$first"
if [ "${ENFORCEMENT:-}" = disabled ]; then
  sums="the ruleset '$ruleset' of $org $is disabled, and blocks nobody then"
  if [ -z "$ruleset_id" ]; then sums="$org has no ruleset '$ruleset': it blocks nobody"; fi
fi
echo "$trial$sums"
[ -z "$failed" ]
