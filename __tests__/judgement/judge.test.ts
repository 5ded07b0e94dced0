// The book of rules: each rule of the judge, by its name, with rows that it decides.
import { readFileSync, readdirSync } from 'node:fs';
import { judge } from '../../src/judgement/judge.ts';
import { rowsOf } from '../harness/rows.ts';
import { describe, expect, test } from '../jest.ts';
import { play } from './row.ts';
import { aQuestion, aWorld } from './world.ts';

/**
 * A rule, and the rows that it decides: a world in the words of `world.ts`, in which what is not named is as usual; what is judged
 * and asked; what the judge says; and what else of it matters, as `RowCells` has it.
 */
const BOOK = `
scan-types: scans of other types than scan-types admits are not ours
a partial one | scan new partial; with scan-types=default | no-scan
where none is named, any is | scan new partial | within-threshold: | judges new partial

scan-status: a status says whether a scan is complete, failed, or in progress
dlq | scan full dlq | scan-failed
null and ended | scan full null | within-threshold:
null and not ended | scan full null running | scan-timeout
one that nobody knows | scan full queued | scan-timeout

absent-scans: a scan that is stuck or has no id is as if it were not there
in progress for more than a day | scan full running 24h | no-scan
in progress for a day less half an hour | scan full running 23h | scan-timeout
in progress for a day | scan full running 1410m | scan-timeout
complete without an id, before an older one | scan full noid, older | within-threshold: | judges older
in progress without an id is waited for | scan full noid running | scan-timeout

partial-scans: a scan of any other type than default looked at a part of the code
it is partial | scan new partial; bug repo: a | threshold-exceeded: a | judges new partial

own-scan-first: scans of the commit come before whatever scan-match lists
before a newer one of an ancestor | scan new parent, own; with scan-match=exact,ancestor | within-threshold: | judges own
before the latest | scan new parent, own; with scan-match=latest | within-threshold: | judges own
also one that failed | scan own failed, old parent; with scan-match=exact,ancestor | scan-failed
nobody asks for ancestors then | with scan-match=exact,ancestor | within-threshold: | spares ancestors

running-scan-awaited: one in progress is waited for, unless a full one created after it is complete
where nobody waits | scan new running, full | scan-timeout | judges new
where somebody does | scan new running, full; waits end | waiting for new | spares bugs full
older than a full one | scan full, old running | within-threshold:
older than a partial one | scan new partial, old running | scan-timeout | judges old
created in the same moment as a full one | scan full 1h, other running 1h | scan-timeout
partial, and newer than a full one | scan new partial running, full | scan-timeout

uncounted-scan: a scan that has just ended, whose bugs are not counted yet, is in progress
where others of its type are counted | scan full 9m, old of counts=0; waits end | waiting for full
ten minutes later it is complete | scan full 10m, old of counts=0; waits end | within-threshold:
where it is counted itself | scan full 9m counts=0, old of counts=0; waits end | within-threshold:
where the service never counts, nobody waits | scan full 9m, old of; waits end | within-threshold:
nor where it counts those of other types | scan full 9m, old of partial counts=0; waits end | within-threshold:
nor those that failed | scan full 9m, old of failed counts=0; waits end | within-threshold:
nor where scan-types leaves those out | scan new partial 9m, full counts=0; waits end; with scan-types=recentChanges | within-threshold:
unless a full one created after it is complete | scan full 3m counts=0, first 5m, old of counts=0; waits end | within-threshold:
one without an end has no age | scan full endless 9m, old of counts=0; waits end | within-threshold:
of another commit that stands in nobody waits | scan full parent 9m, old of counts=0; waits end; with scan-match=exact,ancestor | within-threshold:
where nobody waits any more it is judged as it is | scan full 9m, old of counts=0; bug full: a | threshold-exceeded: a
which only the gate itself does | scan full 9m, old of counts=0; bug full: a; recheck | scan-timeout

own-scans-together: all complete scans of the commit are judged together
two full ones | scan second, first; bug first: a; bug second: none | threshold-exceeded: a | judges second with first
a bug that several list is one | scan new partial, full; bug new: a, b; bug full: a, c | threshold-exceeded: a b c | judges full with new
a partial one older than the full one | scan full, old partial; bug old: a; bug full: old harmless found 9d | threshold-exceeded: a old

newer-failed-named: failed scans newer than the newest complete one are named
one of two | scan new failed, full, old failed | within-threshold: | judges full failed new
not one that a partial scan is newer than | scan part partial, new failed, full | within-threshold: | judges full with part

full-failure-decides: where no full scan is complete, a full one that failed decides
although a partial one is complete | scan new partial, old failed | scan-failed | judges old

partial-alone: partial scans alone say nothing about the rest of the code
the repository counts | scan new partial; bug new: a; bug repo: b | threshold-exceeded: a b
although a partial one failed | scan new partial failed, old partial | within-threshold: | judges old partial failed new

only-failed: where none is complete, one that failed decides
partial | scan new partial failed | scan-failed

reported-scan: the newest complete full scan is reported, else the newest partial one
full | scan p partial, second, first | within-threshold: | judges second with p first
partial | scan q partial, p partial | within-threshold: | judges q partial with p

nearest-ancestor: the nearest scanned ancestor stands in, of its scans the newest
not the newest scan | scan new base, old parent; with scan-match=exact,ancestor | within-threshold: | judges old behind 1
of one commit the newest | scan new base, old base; with scan-match=exact,ancestor | within-threshold: | judges new behind 2
none that failed or is partial | scan a parent failed, b parent partial, c base; with scan-match=exact,ancestor | within-threshold: | judges c behind 2
where GitHub does not tell the ancestors | scan new base; refuse ancestors; with scan-match=exact,ancestor | github-error
nobody asks for them where no scan could be of one | scan none; refuse ancestors; with scan-match=exact,ancestor | no-scan | spares ancestors

latest-scan: the latest scan is of any commit
how far behind is not known | scan x of, y base; with scan-match=latest | within-threshold: | judges x behind unknown
where ancestors are asked for anyway it is | scan x base; with scan-match=latest,ancestor | within-threshold: | judges x behind 2
also of one that is no ancestor | scan x of, y base; with scan-match=latest,ancestor | within-threshold: | judges x behind unknown
before the ancestor, although GitHub does not tell it | scan x base; refuse ancestors; with scan-match=latest,ancestor | within-threshold: | judges x behind unknown

partial-stand-in: partial scans stand in only where scan-types names no full type
where it does | scan p parent partial; with scan-match=exact,ancestor scan-types=default,recentChanges | no-scan
where it does not | scan p parent partial; with scan-match=exact,ancestor scan-types=recentChanges | within-threshold: | judges p behind 1 partial

first-entry-awaited: a scan by the first entry of scan-match is waited for
where there is none | scan none; waits start | waiting
although another entry would find one | scan old base; waits start; with scan-match=exact,ancestor | waiting | spares bugs repo
not where the first entry finds one | scan old base; waits start; with scan-match=latest | within-threshold:
not for ever | scan none | no-scan

max-scan-age: the judged scan must be young enough
old | scan full 3d; with max-scan-age=2d | stale-scan | spares bugs repo
young enough to the minute | scan full 2d; with max-scan-age=2d | within-threshold:
also one that is counted from although it stands in | scan new of, old base 3d; with scan-match=exact,ancestor max-scan-age=2d count-from=scan | stale-scan
where its list is counted from | scan new of, full 3d; with max-scan-age=2d count-from=scan gate-on=touched | stale-scan

scanning-goes-on: where only the repository counts, a newer full scan of the same known initiator will do
of any branch | scan new of, old base 3d; with scan-match=exact,ancestor max-scan-age=2d | within-threshold:
not a manual one for a nightly one | scan new of manual, old base 3d; with scan-match=exact,ancestor max-scan-age=2d | stale-scan
not of an initiator that nobody knows | scan new of odd, old base 3d odd; with scan-match=exact,ancestor max-scan-age=2d | stale-scan
not a partial one | scan new of partial, old base 3d; with scan-match=exact,ancestor max-scan-age=2d | stale-scan
not one that failed | scan new of failed, old base 3d; with scan-match=exact,ancestor max-scan-age=2d | stale-scan
not one that is too old itself | scan new of 3d, old base 4d; with scan-match=exact,ancestor max-scan-age=2d | stale-scan
not one of tomorrow | scan new of 1d ahead, old base 3d; with scan-match=exact,ancestor max-scan-age=2d | stale-scan
also for a full scan of the commit that is not counted from | scan new of, full 3d; with max-scan-age=2d gate-on=touched | within-threshold:
for a closed pull request as of then | scan full 3d; until 2d; with max-scan-age=2d | within-threshold:

future-scan: a scan dated more than an hour in the future has no age
tomorrow | scan full 1d ahead; with max-scan-age=2d | stale-scan
within the hour | scan full 1h ahead; with max-scan-age=2d | within-threshold:
where age does not matter | scan full 1d ahead | within-threshold:

wrong-clock: the time is the service’s; where the clocks are over an hour apart both must give the same verdict
ten minutes ahead, a scan has just ended whose bugs are not counted | scan full 15m, old of counts=0; ahead 10m; waits end | waiting for full
right, it is judged | scan full 15m, old of counts=0; waits end | within-threshold:
half an hour ahead, no scan is stuck before its time | scan new running 1430m, old 40h; ahead 30m | scan-timeout
right, it is passed over | scan new running 1430m, old 40h | within-threshold:
a day ahead, nobody knows whether a scan is stuck | scan new running 30h, old 40h; ahead 24h | stale-scan | because clock
as long as somebody waits, it is waited for | scan new running 30h, old 40h; ahead 24h; waits end | waiting for new
a day behind, it is waited for, too | scan new running 1h, old; behind 24h; waits end | waiting for new
three quarters of an hour behind, a scan is as old as the service says | scan full 2850m; behind 45m; with max-scan-age=2d | stale-scan
right, it is young | scan full 2850m; with max-scan-age=2d | within-threshold:
three days behind, nobody knows whether scanning goes on | scan full 1d; behind 72h; with max-scan-age=2d | stale-scan | because clock
two days ahead, nor whether it has stopped | scan full 3d; ahead 48h; with max-scan-age=2d | stale-scan: | because clock
by both clocks it has stopped | scan full 9d; ahead 48h; with max-scan-age=2d | stale-scan
by both it goes on | scan full 1d; ahead 5h; with max-scan-age=2d | within-threshold:
four hours behind, a scan seems to be of tomorrow | scan full 3h ahead; behind 4h; with max-scan-age=2d | stale-scan: | because clock
an hour behind, none does | scan full 2h ahead; behind 1h; with max-scan-age=2d | within-threshold:
what no rule about time decides passes by any clock | ahead 240h | within-threshold:
what fails has failed | scan full 3d; bug full: a; ahead 48h; with max-scan-age=2d | threshold-exceeded: a
for a closed pull request as of its end, which GitHub says | scan full 3d; behind 1h; until 1d; with max-scan-age=2d | within-threshold:
not a minute later | scan full 3d; behind 1h; until 1439m; with max-scan-age=2d | stale-scan

whole-lists: lists are read whole or not at all
the scan’s | refuse bugs full | service-error
the repository’s | refuse bugs repo; with count-from=repository | service-error
the scans themselves | refuse scans | service-error

one-bug-of-several-lists: a bug that several lists show is one
of a scan and of the repository | bug full: a; bug repo: a, b; with count-from=repository | threshold-exceeded: a b

count-from-scan: count-from: scan counts what the judged scans list
of a partial scan what it looked at | scan new partial; bug repo: a of 7; with count-from=scan | within-threshold: | judges new partial
which scan-types: default does not take for an answer | scan new partial; bug repo: a of 7; with count-from=scan scan-types=default | no-scan
of one that stands in what was there then | scan old base; bug repo: a of 7; with scan-match=exact,ancestor count-from=scan | within-threshold: | judges old behind 2
which scan-match: exact does not look for | scan old base; bug repo: a of 7; with count-from=scan | no-scan
and nothing else | bug full: a harmless; bug repo: b; with count-from=scan | within-threshold: a
also one that stands in | scan old base; bug old: a; bug repo: b; with scan-match=exact,ancestor count-from=scan | threshold-exceeded: a

count-from-repository: count-from: repository counts the repository, and what the scans of the commit list
late in the repository’s list | bug full: a; bug repo: b; with count-from=repository | threshold-exceeded: a b
not what one lists that stands in | scan old base; bug repo: b; with scan-match=exact,ancestor count-from=repository | threshold-exceeded: b | spares bugs old

ten-scan-lists: of more than ten scans the repository’s list is read instead
eleven | scan s{0..10}; bug s5: a; bug repo: b; with count-from=scan | threshold-exceeded: a b | spares bugs s5
ten | scan s{0..9}; bug s5: a; bug repo: b; with count-from=scan | threshold-exceeded: a | spares bugs repo

classed-differently: where lists disagree on the kind of a bug the gravest counts
of two scans the older | scan new partial, full; bug new: a harmless; bug full: a | threshold-exceeded: a
or the newer | scan second, first; bug first: a harmless; bug second: a | threshold-exceeded: a
or the repository | bug full: a harmless; bug repo: a | threshold-exceeded: a
where all of them say that it is harmless, it is | scan second, first; bug first: a harmless; bug second: a harmless | within-threshold: a
what is not classified is graver than harmless | scan second, first; bug first: a unclassified; bug second: a harmless; with unclassified=count | threshold-exceeded: a
and less grave than a security bug | scan second, first; bug first: a; bug second: a unclassified | threshold-exceeded: a
of equally grave ones the newest scan says where it is | scan second, first; bug first: a at b.ts; bug second: a at src/b.ts; with paths=src/** | threshold-exceeded: a
also where the older one says otherwise | scan second, first; bug first: a at src/b.ts; bug second: a at b.ts; with paths=src/** | within-threshold: | leaves a paths
a bug that a scan lists stays one of that scan’s | bug full: a harmless at b.ts of 470; bug repo: a at b.ts of 470; pull 470; with count-from=repository | threshold-exceeded: a

purged-list: of an older scan whose list is gone the repository’s bugs of this commit stand in
one that the service shows as empty is not gone, and falls short | scan second, first counts=2 25h; bug repo: b at b.ts in head; emptied first; with count-from=scan | service-error: | missing 2
as one of which anything is left | scan second, first counts=2 25h; settled first: 0 1 | service-error: | missing 1
one that counts nothing is whole | scan second, first counts=0 25h; bug repo: b at b.ts in head; with count-from=scan | within-threshold:
so does that of the newest full one | scan full counts=2 25h; emptied full | service-error: | missing 2
and one of more than ten | scan s{0..9} counts=0, s10 counts=1 25h; emptied s10 | service-error: | missing 1
of more than ten that of the newest full one is a fault | scan s0 counts=1, s{1..10} counts=0; purged s0 | service-error | because No totals s0.
of more than ten that of a newer partial one is none | scan s0 partial counts=1, s{1..10} counts=0; purged s0 | within-threshold: | missing 0
what is left of it counts with the other | scan second, first counts=9 settled=1,2; bug second: a harmless; bug repo: b at b.ts in head, c at b.ts in of, d at b.ts; purged first | threshold-exceeded: a b | missing 0; settled 0 resolved, 0 dismissed
with count-from: scan, too | scan second, first; bug repo: b at b.ts in HEAD, c at b.ts in head:9, d at b.ts in other:6, e at b.ts in of; purged first; with count-from=scan | threshold-exceeded: b c d
what stands in is no other pull request’s | scan second, first; bug repo: b at b.ts of 470 in head; pull 470; purged first; with count-from=repository | threshold-exceeded: b | spares openPulls
not of one of which nothing is left | scan second, first; purged first | within-threshold:
that of the newest full one is a fault | scan second, first; purged second | service-error | because No bugs second.
although a partial one is newer | scan new partial, full; purged full | service-error
not that of the partial one | scan new partial counts=1, full; bug repo: b at b.ts in head; purged new | threshold-exceeded: b
of a scan that stands in it is one | scan old base; purged old; with scan-match=exact,ancestor count-from=scan | service-error
another error of an older one is one | scan second, first; refuse bugs first | service-error
of more than ten nobody reads them, and the one is not compared | scan s{0..9} counts=0, s10 counts=1; purged s10 | within-threshold: | missing 0; spares bugs s10

own-bugs-of-the-repository: beside a full scan of the commit this pull request’s own bugs of the repository count
whatever that scan and those before it list again | scan full, one of, two of, three of; bug full: old harmless found 9d; bug one: old harmless found 9d; bug two: old harmless found 9d; bug three: old harmless found 9d, a of 7 found 3h | threshold-exceeded: a old
although an empty commit was pushed until a scan missed it | scan full, first parent; bug full: old harmless found 9d; bug first: old harmless found 9d, a in parent found 3h | threshold-exceeded: a old
not with count-from: scan | scan full, first parent; bug full: old harmless found 9d; bug first: old harmless found 9d, a in parent found 3h; with count-from=scan | within-threshold: old
in a file that it touches, found whenever | bug repo: a found 9d | threshold-exceeded: a
of a branch that was scanned, rebased and then opened | scan full, before of; bug before: a in of found 9d | threshold-exceeded: a
by the number of one that was closed and opened again as this one | scan full, before of; bug before: a of 6 in of found 9d | threshold-exceeded: a
one that it introduces | bug repo: a at b.ts of 7 found 6d | threshold-exceeded: a
not one elsewhere | bug repo: a at b.ts | within-threshold:
where it is not known whether there is a pull request, none for certain | bug repo: a at ../x.ts; unknown | github-error: a
where no pull request has this head, nothing | bug repo: a; moved newer; alone | within-threshold:
on a push, where yesterday’s bug is pending, neither | bug repo: a in parent found 1d; moved newer; alone; pushed main | within-threshold:
on a push that counts from the repository it does | bug repo: a in parent found 1d; moved newer; alone; pushed main; with count-from=repository | threshold-exceeded: a
what one introduces whose head was judged without it, as on a push | bug repo: a at b.ts of 7; alone; pushed feature | threshold-exceeded: a
a bug that nothing selects has no path to leave it out | bug repo: a at b.ts; with paths=src/** | within-threshold:
where GitHub does not list its files, it may be one | bug repo: a; refuse files | github-error: a
where the scan’s own are too many, that does not matter | bug full: b; bug repo: a at b.ts; refuse files | threshold-exceeded: a b
what a twin touches | bug repo: a at b.ts; pull 9 twin touches b.ts | threshold-exceeded: a
what was found at a commit of a twin | bug repo: a at b.ts in head; pull 9 twin; moved newer; alone; pushed topic | threshold-exceeded: a

repository-otherwise: otherwise the repository counts
where gate-on narrows | bug full: a; bug repo: b found 9d; with gate-on=touched | threshold-exceeded: a b
where a scan stands in | scan old base; bug repo: a; with scan-match=exact,ancestor | threshold-exceeded: a

settled-of-the-source: settled bugs are those of the scans, or of the repository
as the scans count them, added up | scan p partial settled=1,2, full settled=3,4; with count-from=scan | within-threshold: | settled 4 resolved, 6 dismissed; spares totals full
as its lists show where it does not count them | settled full: 5 6; with count-from=scan | within-threshold: | settled 5 resolved, 6 dismissed
of the repository | settled full: 5 6; settled repo: 7 8; with count-from=repository | within-threshold: | settled 7 resolved, 8 dismissed

counts-against-lists: what a scan counts is compared with what its lists show
each of the commit | scan new partial counts=2, full counts=1; bug new: a harmless; bug full: old harmless found 9d | service-error: a old | missing 1
also where the repository counts | scan full counts=1; with gate-on=touched | service-error: | missing 1
not with count-from: repository | scan full counts=1; with count-from=repository | within-threshold: | missing 0
not of a scan that stands in | scan old base counts=1; with scan-match=exact,ancestor | within-threshold: | spares totals old
unless it is counted from | scan old base counts=1; with scan-match=exact,ancestor count-from=scan | service-error:
where nobody knows how many there are listed | scan full counts=1; refuse totals full | service-error

short-lists-are-no-pass: lists that are short are no pass
what fails anyway stays so | scan full counts=2; bug full: a | threshold-exceeded: a | missing 1

introduced: a bug is introduced by its pull request or its commit
by the number | bug repo: a at b.ts of 7; with gate-on=introduced | threshold-exceeded: a
by the commit | bug repo: a at b.ts by parent; with gate-on=introduced | threshold-exceeded: a
by neither | bug repo: a of 8; with gate-on=introduced | within-threshold: | leaves a gate-on

found-at-own-commit: what was found at a commit of the pull request is its own, whoever introduced it
an empty commit after a scan that found it | scan full, first parent; bug first: a at b.ts in parent, b nowhere in parent | threshold-exceeded: a b
found at somebody else’s commit it is not | scan full, first of; bug first: a at b.ts in of, b nowhere in of | within-threshold:
whatever the case | bug repo: a at b.ts in PARENT | threshold-exceeded: a
cut short, it is compared | bug repo: a at b.ts in parent:9 | threshold-exceeded: a
cut short, of another commit | bug repo: a at b.ts in other:9 | within-threshold:
what is no SHA may be any | bug repo: a at b.ts in other:6 | threshold-exceeded: a
where GitHub does not list its commits | bug repo: a at b.ts in of; refuse commits | github-error: a | because No commits.
gate-on: introduced asks for more | bug repo: a at b.ts in parent; with gate-on=introduced | within-threshold: | leaves a gate-on
found-since does not | bug full: a in parent found 3d; with found-since=2d | threshold-exceeded: a

touched: a bug is touched by its file, also by the name before
renamed | bug repo: a at b.ts; file c.ts from b.ts; with gate-on=touched | threshold-exceeded: a
copied, which has the bug twice | bug repo: a at b.ts; file c.ts from b.ts copied; with gate-on=touched | threshold-exceeded: a
in a submodule | bug repo: a at lib/x.c; file lib; with gate-on=touched | threshold-exceeded: a
whatever the case, of letters too that have two small forms | bug repo: a at docs/ΟΔΟΣ.md; file docs/οδος.md; with gate-on=touched | threshold-exceeded: a
whatever the case | bug repo: a at src/b.ts; file SRC/B.ts; with gate-on=touched | threshold-exceeded: a
where it cannot be compared | bug repo: a at ../b.ts; with gate-on=touched | threshold-exceeded: a
where a letter of it could not be read | bug repo: a at caf\ufffd.ts; with gate-on=touched | threshold-exceeded: a
where it has half a character | bug repo: a at a\ud83d.ts; with gate-on=touched | threshold-exceeded: a
where it is of some machine | bug repo: a at /tmp/x/q.ts; with gate-on=touched | threshold-exceeded: a
but not where it is of another folder | bug repo: a at tmp/x/q.ts; with gate-on=touched | within-threshold: | leaves a gate-on
with a line behind it | bug repo: a at b.ts:12; file b.ts; with gate-on=touched | threshold-exceeded: a
with something behind it that is no line | bug repo: a at b.ts:x; file b.ts; with gate-on=touched | within-threshold: | leaves a gate-on
whatever of it nobody sees | bug repo: a at src/b\u00ad.ts; file src/\u200bb.ts; with gate-on=touched | threshold-exceeded: a
never without a file | bug repo: a nowhere; with gate-on=touched | within-threshold: | leaves a gate-on

gate-on: without a pull request everything counts
where there is none | bug repo: a at b.ts; alone; with gate-on=touched | threshold-exceeded: a

unreadable-commit: what a service calls a commit and is none may be any
cut short, it is compared | bug repo: a at b.ts by parent:9; with gate-on=introduced | threshold-exceeded: a
of another commit, it is not this one’s | bug repo: a at b.ts by other:9; with gate-on=introduced | within-threshold: | leaves a gate-on
shorter than Git shows one | bug repo: a at b.ts by other:6; with gate-on=introduced | threshold-exceeded: a
where the pull request is known it does not matter | bug repo: a at b.ts of 8 by other:6; with gate-on=introduced | within-threshold: | leaves a gate-on

cut-off-counts: what GitHub’s lists cut off counts as selected
3,000 files | bug repo: a at b.ts; file many/{0..2999}; with gate-on=touched | threshold-exceeded: a
another number than GitHub counts | bug repo: a at b.ts; files 2; with gate-on=touched | threshold-exceeded: a
250 commits | bug repo: a at b.ts; commit c{0..249}; with gate-on=introduced | threshold-exceeded: a
more commits than it lists | bug repo: a at b.ts by of; commits 3; with gate-on=introduced | threshold-exceeded: a
where it counts fewer than it lists, all are listed | bug repo: a at b.ts by of; commits 1; with gate-on=introduced | within-threshold: | leaves a gate-on
without the head among them they are those of another head | bug repo: a at b.ts by of; commit parent; commits 2; with gate-on=introduced | github-error: a | because not-yet-shown
the number of files says nothing of commits | bug repo: a at b.ts; files 2; with gate-on=introduced | within-threshold: | leaves a gate-on

refused-counts: what GitHub refuses counts, and decides nothing
what passes even so has passed | bug repo: a harmless; refuse files; with gate-on=touched | within-threshold: a
what fails without it has failed | bug repo: a of 7, b at b.ts; refuse files; with gate-on=introduced,touched | threshold-exceeded: a b
else it is not known | bug repo: a; refuse files; with gate-on=touched | github-error: a
files are not needed for commits | bug repo: a; refuse files; with gate-on=introduced | within-threshold: | leaves a gate-on
a pull request that could not be found | bug repo: a; unknown; with gate-on=touched | github-error: a
and a bug without a file, which it would not touch | bug repo: a nowhere; unknown; with gate-on=touched | github-error: a
what may be any commit is no certain one | bug repo: a at b.ts by other:6; refuse commits; with gate-on=introduced | github-error: a
a head that could not be read | bug repo: a; refuse head; with gate-on=touched | github-error: a
whose files cannot be counted, judged at another commit | bug repo: a at b.ts; refuse head; given; with gate-on=touched | github-error: a
a path that cannot be compared counts in any case | bug repo: a at ../x.ts; refuse files; with gate-on=touched | threshold-exceeded: a
the error names what decides, the commits of a twin | bug repo: a at b.ts; pull 9 twin; refuse files, 9 commits; with gate-on=introduced | github-error: a | because No 9 commits.
or its files | bug repo: a at b.ts; pull 9 twin; refuse commits, 9 files; with gate-on=touched | github-error: a | because No 9 files.
or this one’s files | bug repo: a; refuse files, commits; with gate-on=touched | github-error: a | because No files.
or this one’s commits | bug repo: a at b.ts; refuse files, commits; with gate-on=introduced | github-error: a | because No commits.
of the bug that decides, not of one that no limit counts | bug repo: a harmless in of, b nowhere; refuse files, commits; with gate-on=touched,introduced | github-error: a b | because No commits.
a head that is not among the commits | bug repo: a; commit parent; with gate-on=touched | github-error: a

former-heads: its commits are also those that it had before somebody rebased it
found before a rebase | bug repo: a at b.ts in gone; former gone | threshold-exceeded: a | asks former
introduced before it | bug repo: a at b.ts by gone:9; former gone; with gate-on=introduced | threshold-exceeded: a
older than found-since | bug full: a in gone found 3d; former gone; with found-since=2d | threshold-exceeded: a
although the service puts it down to another pull request | bug repo: a at b.ts of 470 by gone; pull 470; former gone; with count-from=repository | threshold-exceeded: a
which holds that one’s head | bug repo: a at b.ts of 470 by of; pull 470; former elsewhere; with count-from=repository | threshold-exceeded: a
those of a twin, too | bug repo: a at b.ts in gone; pull 9 twin former gone | threshold-exceeded: a | asks 9 former
those of a twin alone, on a push | bug repo: a at b.ts in gone; pull 9 twin former gone; moved newer; alone; pushed topic | threshold-exceeded: a
another commit is not one of a twin’s | bug repo: a at b.ts in of; pull 9 twin former gone | within-threshold: | asks 9 former
where GitHub does not say of a twin | bug repo: a at b.ts in of; pull 9 twin; refuse 9 former | github-error: a | because No 9 former.
nobody asks a twin where a bug names no commit | bug repo: a at b.ts; pull 9 twin former gone | within-threshold: | spares 9 former
another commit is not one of them | bug repo: a at b.ts in of; former gone | within-threshold: | asks former
a head that is gone tells nothing | bug repo: a at b.ts in of; former lost | within-threshold:
one of more commits than GitHub lists may be any | bug repo: a at b.ts in of, b at b.ts; former cut off | threshold-exceeded: a
where GitHub does not say | bug repo: a at b.ts in of, b at b.ts; refuse former | github-error: a | because No former.
nobody asks where a bug names no commit | bug repo: a at b.ts | within-threshold: | spares former
nor where no limit counts it | bug repo: a harmless at b.ts in of | within-threshold: | spares former
nor where paths leaves it out | bug repo: a at b.ts in of; with count-from=repository paths=src/** | within-threshold: | leaves a paths; spares former
nor where nobody counts it from here anyway | bug repo: a at b.ts in of; with paths=src/** | within-threshold: | spares former
nor where it fails anyway | bug full: a; bug repo: b at b.ts in of | threshold-exceeded: a | spares former
nor where only the files decide | bug repo: a at b.ts by of in of; with gate-on=touched | within-threshold: | leaves a gate-on; spares former
nor where only who introduced it decides, and nobody says | bug repo: a at b.ts in of; with gate-on=introduced | within-threshold: | leaves a gate-on; spares former
nor without a pull request | bug repo: a in of; moved newer; alone | within-threshold: | spares former
nor of one that is not known | bug repo: a at b.ts of 470 in of; unknown | github-error: a | spares former

twins-decide: what is left out is left out for every open pull request with this head
what a twin touches counts | bug repo: a at b.ts; pull 9 twin touches b.ts; with gate-on=touched | threshold-exceeded: a
what it introduces counts | bug repo: a at b.ts of 9; pull 9 twin; with gate-on=introduced | threshold-exceeded: a
nobody looks where nothing is left out that decides | bug repo: a harmless at b.ts; with gate-on=touched | within-threshold: | leaves a gate-on; spares openPulls
nor where it fails anyway | bug repo: a, b at b.ts; with gate-on=touched | threshold-exceeded: a | leaves b gate-on; spares openPulls
where GitHub does not list them | bug repo: a at b.ts; refuse openPulls; with gate-on=touched | github-error: a
where GitHub lists another number of files than it counts | bug repo: a at b.ts; pull 9 twin counts=3; with gate-on=touched | threshold-exceeded: a
where its lists are still those of the head before | bug repo: a at b.ts; pull 9 twin stale; with gate-on=touched | github-error: a | because not-yet-shown
where GitHub does not count them | bug repo: a at b.ts; pull 9 twin; refuse 9 head; with gate-on=touched | github-error: a
nor are its commits trusted then | bug repo: a at b.ts by of; pull 9 twin; refuse 9 head; with gate-on=introduced | github-error: a | because No 9 head.
where it counts them, they are | bug repo: a at b.ts by of; pull 9 twin; with gate-on=introduced | within-threshold: | leaves a gate-on; asks 9 head
where what fails needs none of what GitHub refuses | bug repo: a at b.ts of 9; pull 9 twin; refuse 9 files, 9 commits; with gate-on=introduced,touched | threshold-exceeded: a
where gate-on does not need what GitHub refuses | bug repo: a at b.ts; pull 9 twin; refuse 9 files; with gate-on=introduced | within-threshold: | leaves a gate-on
where GitHub does not list what one changes | bug repo: a at b.ts; pull 9 twin; refuse 9 files; with gate-on=touched | github-error: a
also where it lists what another changes | bug repo: a at b.ts; pull 8 twin, 9 twin; refuse 9 files; with gate-on=touched | github-error: a

too-many-twins: with more than five twins everything counts
six | bug repo: a at b.ts, b nowhere, c at c.ts of 470 found 9d; pull {10..15} twin, 470; with gate-on=touched found-since=3d | threshold-exceeded: a b c | spares 10 files
whatever paths selects | bug full: a at b.ts; pull {10..15} twin; with paths=src/** | threshold-exceeded: a
five that touch nothing | bug repo: a at b.ts; pull {10..14} twin touches c.ts; with gate-on=touched | within-threshold: | leaves a gate-on
five | bug repo: a at b.ts; pull {10..13} twin touches c.ts, 14 twin touches b.ts; with gate-on=touched | threshold-exceeded: a

introduced-needs-own-scan: only a scan of its own commits says what a pull request introduces
one of none | scan old base; with scan-match=exact,ancestor gate-on=introduced | no-scan:
one of an older commit of it | scan old parent; with scan-match=exact,ancestor gate-on=introduced | within-threshold:
with touched any | scan old base; with scan-match=exact,ancestor gate-on=introduced,touched | within-threshold:
where GitHub does not list its commits | scan old parent; refuse commits; with scan-match=exact,ancestor gate-on=introduced | github-error:
where the pull request is not known | scan old parent; unknown; with scan-match=exact,ancestor gate-on=introduced | github-error:

lists-of-the-head: the lists of a newer head say nothing of this one
gate-on needs them | moved newer; with gate-on=touched | superseded:
where nothing needs them | bug full: old harmless found 9d; moved newer | within-threshold: old
where the repository’s own might count | bug repo: a; moved newer | superseded: a
a commit that was given need not be the head | bug repo: a at b.ts; moved newer; given; with gate-on=touched | within-threshold: | leaves a gate-on

other-pull-request: a bug of another open pull request does not count
in a file that this one does not touch, whoever opened it | scan old base; bug repo: a at b.ts of 470; pull 470 by mara; with scan-match=exact,ancestor | within-threshold: | leaves a other-pull-request
of one that is closed it does | scan old base; bug repo: a at b.ts of 470; with scan-match=exact,ancestor | threshold-exceeded: a
of a commit of this one it does | scan old base; bug repo: a at b.ts of 470 by parent; pull 470; with scan-match=exact,ancestor | threshold-exceeded: a
found at a commit of this one it does | scan old base; bug repo: a at b.ts of 470 in parent; pull 470; with scan-match=exact,ancestor | threshold-exceeded: a
found at a commit of that one it does not | scan old base; bug repo: a at b.ts of 470 in of; pull 470; with scan-match=exact,ancestor | within-threshold: | leaves a other-pull-request; spares reaches
that the judged scan lists it does | bug full: a at b.ts of 470; pull 470; with count-from=repository | threshold-exceeded: a
that the scan lists which stands in it does | scan old base; bug old: a at b.ts of 470; pull 470; with scan-match=exact,ancestor | threshold-exceeded: a
where GitHub does not list the open ones it does | bug repo: a at b.ts of 470; pull 470; refuse openPulls; with count-from=repository | threshold-exceeded: a
where that scan’s list cannot be read it does | scan old base; bug repo: a at b.ts of 470; pull 470; refuse bugs old; with scan-match=exact,ancestor | threshold-exceeded: a
where the commits may be cut off it does | bug repo: a at b.ts of 470; commit c{0..249}; pull 470; with count-from=repository | threshold-exceeded: a
a number below 1 is no pull request | bug repo: a at b.ts of 0; pull 0; with count-from=repository | threshold-exceeded: a

holder-of-commits: whoever holds the head or the first commit of an open pull request holds its bugs
stacked on its very head | bug repo: a at b.ts of 470 by of; pull 470 head parent; with count-from=repository | threshold-exceeded: a | spares 470 first, 470 former
and pushed to once more, on its first commit | bug repo: a at b.ts of 470 by of; pull 470 first parent; with count-from=repository | threshold-exceeded: a | asks 470 first
on neither | bug repo: a at b.ts of 470 by of; pull 470; with count-from=repository | within-threshold: | leaves a other-pull-request; asks 470 first, 470 former
stacked on a head that it had before a rebase | bug repo: a at b.ts of 470 by of; pull 470 former parent; with count-from=repository | threshold-exceeded: a
beside a former head of it | bug repo: a at b.ts of 470 by of; pull 470 former gone; with count-from=repository | within-threshold: | leaves a other-pull-request
where GitHub does not list all commits of a former head | bug repo: a at b.ts of 470 by of; pull 470 former cut off; with count-from=repository | threshold-exceeded: a
where GitHub does not say what it was before | bug repo: a at b.ts of 470 by of; pull 470; refuse 470 former; with count-from=repository | threshold-exceeded: a
where nobody was asked that, for lack of requests | bug repo: a at b.ts of 470 by of; pull 470; unasked 470 former; with count-from=repository | github-error: a | because No 470 former.
where its former head is one of ours | bug repo: a at b.ts of 470 by of; pull 470 former gone; former gone; with count-from=repository | threshold-exceeded: a
where a twin holds its head | bug repo: a at b.ts of 470 by of; commit other; pull 470 head head, 9 twin; given; with count-from=repository | threshold-exceeded: a
where GitHub does not say | bug repo: a at b.ts of 470 by of; pull 470; refuse 470 first; with count-from=repository | threshold-exceeded: a
where nobody was asked, for lack of requests | bug repo: a at b.ts of 470 by of; pull 470; unasked 470 first; with count-from=repository | github-error: a | because No 470 first.
where nobody was asked which ones are open | bug repo: a at b.ts of 470 by of; pull 470; unasked openPulls; with count-from=repository | github-error: a
what fails without that has failed | bug repo: a at b.ts of 470 by of, b; pull 470; refuse 470 first; unasked 470 first; with count-from=repository | threshold-exceeded: b | leaves a other-pull-request; spares 470 first
nobody asks where it does not decide | bug repo: a harmless at b.ts of 470 by of; pull 470 first parent; with count-from=repository | within-threshold: | leaves a other-pull-request; spares 470 first
of ten, and the eleventh counts | bug repo: b{0..10} at b.ts of {470..480} by of; pull {470..480}; with count-from=repository | threshold-exceeded: b0 | leaves b{1..10} other-pull-request; spares 470 first; asks 480 first
of which one whose head it holds is none | bug repo: b{0..10} at b.ts of {470..480} by of; pull {470..474}, 475 head parent, {476..480}; with count-from=repository | threshold-exceeded: b5 | leaves b{0..4} other-pull-request, b{6..10} other-pull-request; asks 470 first

asked-singly: of more open pull requests than were listed those that bugs name are asked for
one that is open | bug repo: a at b.ts of 470 by of; pull 470 unlisted; with count-from=repository | within-threshold: | leaves a other-pull-request
one that is not | bug repo: a at b.ts of 470 by of; pull 471 unlisted; with count-from=repository | threshold-exceeded: a | asks 470 open
where GitHub does not say | bug repo: a at b.ts of 470 by of; pull 470 unlisted; refuse 470 open; with count-from=repository | threshold-exceeded: a
where nobody was asked, for lack of requests | bug repo: a at b.ts of 470 by of; pull 470 unlisted; unasked 470 open; with count-from=repository | github-error: a
nobody asks where all are listed | bug repo: a at b.ts of 470 by of; pull 471; with count-from=repository | threshold-exceeded: a | spares 470 open
nor for one that is listed | bug repo: a at b.ts of 470 by of; pull 470, 471 unlisted; with count-from=repository | within-threshold: | leaves a other-pull-request; spares 470 open
ten of them, and the eleventh counts | bug repo: b{0..10} at b.ts of {470..480} by of; pull {470..480} unlisted; with count-from=repository | threshold-exceeded: b0 | leaves b{1..10} other-pull-request; spares 470 open
a backlog of 1,100 open ones costs nothing where it is nobody’s here | bug repo: b{0..19} at b.ts of {101..120}; pull 470 unlisted | within-threshold: | spares 120 open

touched-by-two-people: one that this pull request touches is another’s affair only by a full scan and for another person
a full scan of the commit, two people | bug repo: a of 470; pull 470 by jonas; with count-from=repository | within-threshold: | leaves a other-pull-request
the same person | bug repo: a of 470; pull 470 by MARA; with count-from=repository | threshold-exceeded: a
the same account under another name | bug repo: a of 470; pull 470 by lena#1; author mara#1; with count-from=repository | threshold-exceeded: a
two accounts, of which one had the name before | bug repo: a of 470; pull 470 by mara#2; author mara#1; with count-from=repository | within-threshold: | leaves a other-pull-request
two names, of which one account is not told | bug repo: a of 470; pull 470 by jonas; author mara#1; with count-from=repository | within-threshold: | leaves a other-pull-request
one name, of which one account is not told | bug repo: a of 470; pull 470 by mara; author mara#1; with count-from=repository | threshold-exceeded: a
one name, of which the other account is not told | bug repo: a of 470; pull 470 by mara#1; with count-from=repository | threshold-exceeded: a
somebody of whom nothing is told | bug repo: a of 470; pull 470 by ?; with count-from=repository | threshold-exceeded: a
where nothing is told of this one’s author | bug repo: a of 470; pull 470; author ?; with count-from=repository | threshold-exceeded: a
a bot’s | bug repo: a of 470; pull 470 by renovate[bot]; with count-from=repository | threshold-exceeded: a
of a bot’s own pull request | bug repo: a of 470; pull 470; author renovate[bot]; with count-from=repository | threshold-exceeded: a
by a scan that stands in | scan old base; bug repo: a of 470; pull 470; with scan-match=exact,ancestor | threshold-exceeded: a
by a partial scan | scan new partial; bug repo: a of 470; pull 470 | threshold-exceeded: a
where a twin is of that person | bug repo: a of 470; pull 470 by jonas, 9 twin by jonas; with count-from=repository | threshold-exceeded: a

merge-group-holds-others: a merge group may hold what others bring in
queued | bug repo: a at b.ts of 470; pull 470; given; queued; with count-from=repository | threshold-exceeded: a
a commit of which nobody knows the branch, as on a schedule | bug repo: a of 470; pull 470; alone; with count-from=repository | threshold-exceeded: a

default-branch-holds-others: so may the default branch
pushed to main | bug repo: a of 470; pull 470; alone; pushed main; with count-from=repository | threshold-exceeded: a | spares reaches
pushed to another branch | bug repo: a of 470; pull 470; alone; pushed release; with count-from=repository | within-threshold: | leaves a other-pull-request
where nobody knows which is the default | bug repo: a of 470; pull 470; refuse repository; alone; pushed release; with count-from=repository | threshold-exceeded: a

push-reaches-others: another branch holds what the pushed commit reaches
the very commit that introduces it | bug repo: a of 470 by head; pull 470; alone; pushed release; with count-from=repository | threshold-exceeded: a
one before it | bug repo: a of 470 by base; pull 470; alone; pushed release; with count-from=repository | threshold-exceeded: a
one before it, cut short | bug repo: a of 470 by base:9; pull 470; alone; pushed release; with count-from=repository | threshold-exceeded: a
not one beside it | bug repo: a of 470 by of; pull 470; alone; pushed release; with count-from=repository | within-threshold: | leaves a other-pull-request; asks reaches
the commit at which it was found | bug repo: a of 470 by of in base; pull 470; alone; pushed release; with count-from=repository | threshold-exceeded: a
neither of two beside it | bug repo: a of 470 by of in side; pull 470; alone; pushed release; with count-from=repository | within-threshold: | leaves a other-pull-request
what is no SHA may be any | bug repo: a of 470 by other:6; pull 470; alone; pushed release; with count-from=repository | threshold-exceeded: a
where GitHub does not compare them | bug repo: a of 470 by of; pull 470; refuse reaches; alone; pushed release; with count-from=repository | threshold-exceeded: a
of one that is closed nobody compares them | bug repo: a of 471 by of; pull 470; alone; pushed release; with count-from=repository | threshold-exceeded: a | spares reaches
nor of one that does not count | bug repo: a at b.ts of 470 by of; pull 470; alone; pushed release; with count-from=repository paths=src/** | within-threshold: | leaves a paths; spares reaches
the first commit of that pull request, as after its merge | bug repo: a of 470 by of, b of 470 by side; pull 470 first base; alone; pushed release; with count-from=repository | threshold-exceeded: a b
the first commit of a former head of it | bug repo: a of 470 by of; pull 470 former base,side; alone; pushed release; with count-from=repository | threshold-exceeded: a
not a former head beside it | bug repo: a of 470 by of; pull 470 former side; alone; pushed release; with count-from=repository | within-threshold: | leaves a other-pull-request
where GitHub does not give that one | bug repo: a of 470 by of; pull 470; refuse 470 first; alone; pushed release; with count-from=repository | threshold-exceeded: a | spares reaches
where nobody was asked to compare them | bug repo: a of 470 by of; pull 470; unasked reaches; alone; pushed release; with count-from=repository | github-error: a
whatever the number of commits | bug repo: b{0..3} of 470 by c{10..13}, b{4..7} of 471 by c{14..17}, b{8..11} of 472 by c{18..21}; pull 470, 471, 472; alone; pushed release; with count-from=repository | within-threshold: | leaves b{0..11} other-pull-request
the eleventh pull request is asked about no more | bug repo: b{0..10} of {470..480} by of; pull {470..480}; alone; pushed release; with count-from=repository | threshold-exceeded: b0 | leaves b{1..10} other-pull-request
nobody compares where it does not decide | bug repo: a harmless of 470 by base; pull 470; alone; pushed release; with count-from=repository | within-threshold: | leaves a other-pull-request; spares reaches, 470 first
a branch of a pull request is pushed to as well | bug repo: a at b.ts of 470 by base, b at b.ts of 470 by of; pull 470; pushed topic; with count-from=repository | threshold-exceeded: a | leaves b other-pull-request
of a pull request itself its own commits say it | bug repo: a at b.ts of 470 by base; pull 470; with count-from=repository | within-threshold: | leaves a other-pull-request; spares reaches

paths: paths selects files
one that it does not select | bug full: a at b.ts; with paths=src/** | within-threshold: | leaves a paths
one without a file | bug full: a nowhere; with paths=src/** | within-threshold: | leaves a paths
one that the pull request renames into them | bug full: a at b.ts; file src/c.ts from b.ts; with paths=src/** | threshold-exceeded: a
one that it copies into them | bug full: a at b.ts; file src/c.ts from b.ts copied; with paths=src/** | threshold-exceeded: a
one that a twin renames into them | bug full: a at b.ts; pull 9 twin renames src/c.ts,b.ts; with paths=src/** | threshold-exceeded: a
not one that a twin renames elsewhere | bug full: a at b.ts; pull 9 twin renames c.ts,b.ts; with paths=src/** | within-threshold: | leaves a paths; asks 9 files
where GitHub does not list all files, any may be renamed | bug full: a at b.ts, b nowhere; files 2; with paths=src/** | threshold-exceeded: a | leaves b paths
where GitHub lists no files, nobody knows | bug full: a at b.ts, b nowhere; refuse files; with paths=src/** | github-error: a | leaves b paths
or out of what they leave out | bug full: a at vendor/b.ts; file src/c.ts from vendor/B.ts; with paths=!vendor/** | threshold-exceeded: a
or out of them | bug full: a at src/b.ts; file c.ts from src/b.ts; with paths=src/** | threshold-exceeded: a
or that it has with a character that nobody sees | bug full: a at sr\u200bc/b.ts:3; with paths=src/*.ts | threshold-exceeded: a
and leaves none out for such a character | bug full: a at vendor\u200b/b.ts, b at vendor/b.ts; with paths=!vendor/** | threshold-exceeded: a | leaves b paths
not another one | bug full: a at b.ts; file src/c.ts from d.ts; with paths=src/** | within-threshold: | leaves a paths

found-since: found-since leaves out what was pending before
not in its first moment | bug full: a found 2d; with found-since=2d | threshold-exceeded: a
nor opened again in it | bug full: a found 3d reopened 2d; with found-since=2d | threshold-exceeded: a
before | bug full: a found 3d; with found-since=2d | within-threshold: | leaves a found-since
found that very moment | bug full: a found 2d; with found-since=2d | threshold-exceeded: a
reopened since | bug full: a found 3d reopened 1d; with found-since=2d | threshold-exceeded: a
reopened before | bug full: a found 9d reopened 3d; with found-since=2d | within-threshold: | leaves a found-since
introduced by this pull request | bug full: a found 3d of 7; with found-since=2d | threshold-exceeded: a
where GitHub does not say what it introduces | bug full: a found 3d; refuse commits; with found-since=2d | github-error: a
found at one of its commits | bug full: a at b.ts in parent found 3d, b at b.ts in of found 3d; with found-since=2d | threshold-exceeded: a | leaves b found-since
in a file that it adds | bug full: a at B.ts:3 found 3d, b at c.ts found 3d, c nowhere found 3d; file b.ts added, c.ts; with found-since=2d | threshold-exceeded: a | leaves b found-since, c found-since
also of a pull request that was closed and opened again as this one | bug repo: a at b.ts of 6 in of found 3d; file b.ts added; with found-since=2d | threshold-exceeded: a
in a file that it copies | bug full: a at b.ts found 3d; file b.ts from c.ts copied; with found-since=2d | threshold-exceeded: a
in the new place of one that it renames | bug full: a at b.ts found 3d; file b.ts from c.ts; with found-since=2d | within-threshold: | leaves a found-since
in one that it renames | bug full: a at b.ts found 3d; file c.ts from b.ts; with found-since=2d | within-threshold: | leaves a found-since
whose path cannot be compared, where it adds any file | bug full: a at ../x.ts found 3d; file b.ts added; with found-since=2d | threshold-exceeded: a
and where it adds none | bug full: a at ../x.ts found 3d; with found-since=2d | within-threshold: | leaves a found-since
where GitHub does not say which files it adds | bug full: a found 3d; refuse files; with found-since=2d | github-error: a
where it may add one behind the end of a list | bug full: a at b.ts found 3d; files 2; with found-since=2d | threshold-exceeded: a
introduced by a twin | bug full: a found 3d of 9; pull 9 twin; with found-since=2d | threshold-exceeded: a

limits: more than a limit allows fails
as many as allowed | bug full: a, b; with max-security-bugs=2 | within-threshold: a b
one more | bug full: a, b, c; with max-security-bugs=2 | threshold-exceeded: a b c
bugs of any kind | bug full: a harmless; with max-bugs=0 | threshold-exceeded: a
as many of any kind as allowed | bug full: a harmless, b unclassified; with max-bugs=2 | within-threshold: a b
one limit alone | bug full: a, b; with max-security-bugs=off max-bugs=1 | threshold-exceeded: a b
what is not classified | bug full: a unclassified | within-threshold: a
where that counts as security | bug full: a unclassified; with unclassified=count | threshold-exceeded: a
off | bug full: a; with max-security-bugs=off | within-threshold: a
`;

const book = new Map<string, [name: string, ...cells: string[]][]>();
for (const [name = '', ...cells] of rowsOf(BOOK)) {
  if (cells.length === 0) book.set(name, []);
  else [...book.values()].at(-1)?.push([name, ...cells]);
}

describe.each([...book])('rule %s', (_, rows) => {
  test.each(rows)('%s', async (...[, world = '', says = '', rest]) => {
    const { expected, actual } = await play({ world, says, rest });
    expect(actual).toEqual(expected);
  });
});

const VERDICTS = `
asks nothing of GitHub where everything passes    | with gate-on=touched | within-threshold | spares files, commits, head, openPulls
nor where something fails in any case             | bug repo: a; with count-from=repository | threshold-exceeded | spares files, commits, head, openPulls
nor where this pull request introduces it         | bug repo: a at b.ts of 7 found 6d | threshold-exceeded | spares files, commits, head, openPulls
asks where a bug may be another’s                 | bug repo: a at b.ts of 8; pull 8; with count-from=repository | within-threshold: | leaves a other-pull-request; asks openPulls
asks where gate-on may leave it out               | bug repo: a at b.ts; with gate-on=touched | within-threshold: | leaves a gate-on; asks files, head, openPulls
asks where paths may leave it out                 | bug full: a at b.ts; with paths=src/** | within-threshold: | leaves a paths; asks files, openPulls
counts no settled bugs                            | bug full: old harmless found 9d | within-threshold | spares totals full
needs a scan of the pull request’s own commits    | scan old base; with scan-match=exact,ancestor gate-on=introduced | no-scan:
`;

describe('whoever wants only a verdict', () => {
  test.each(rowsOf(VERDICTS) as [string, string, string, string?][])('%s', async (...[, world, says, rest]) => {
    const { expected, actual } = await play({ world, says, rest, wants: 'verdict' });
    expect(actual).toEqual(expected);
  });
});

test('a defect of the world is no verdict', async () => {
  const defect = new TypeError('scans is not a function');
  const world = { ...aWorld(), scans: () => Promise.reject(defect) };
  await expect(judge(world, aQuestion())).rejects.toBe(defect);
});

test('every rule of the code is in the book, and the other way round', () => {
  const folder = new URL('../../src/judgement/', import.meta.url);
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const lists = texts.flatMap((text) => [...text.matchAll(/\bRules? (`[a-z-]+`(?:(?:, | and )`[a-z-]+`)*)/gu)]);
  const names = lists.flatMap(([, list = '']) => [...list.matchAll(/`([a-z-]+)`/gu)].map(([, name]) => name));
  const inBook = [...book.keys()].map((title) => title.split(':')[0]);
  expect([...new Set(names)].toSorted()).toEqual(inBook.toSorted());
});
