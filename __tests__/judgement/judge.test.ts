// The book of rules: each rule of the judge, by its name, with rows that it decides.
import { readFileSync, readdirSync } from 'node:fs';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { judge } from '../../src/judgement/judge.ts';
import { toPathFilter } from '../../src/judgement/path-filter.ts';
import { describe, expect, test } from '../jest.ts';
import { anOutage } from './fixtures.ts';
import { aQuestion, aWorld, dayMs, nowMs, play, type Row } from './world.ts';

const passed = 'within-threshold |';
const failed = 'threshold-exceeded |';
const twoDays = { maxScanAgeMs: 2 * dayMs };
const ancestor = { scanMatch: ['exact', 'ancestor'] } as const;
const latest = { scanMatch: ['latest'] } as const;
const touched = { gateOn: ['touched'] } as const;
const introduced = { gateOn: ['introduced'] } as const;
const either = { gateOn: ['introduced', 'touched'] } as const;
const everywhere = { countFrom: 'repository' } as const;
const since = (days: number) => ({ foundSince: (nowMs - days * dayMs) as EpochMs });
const noPull = { pullRequest: null, isHead: false } as const;
/** A bug that the service puts down to pull request 470, in a file that this one does not touch. */
const stacked = { bugs: { repo: ['a at b.ts of 470 by of'] }, inputs: everywhere } as const;
/** A push to a release branch, beside pull request 470. */
const release = { ...noPull, pushedTo: 'release', pulls: ['470'], inputs: everywhere } as const;
const patient = { forStart: false, forEnd: true };
const numbered = (count: number, make: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => make(index));
const again = 'old harmless found 9d';

const book: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'scan-types: scans of other types than scan-types admits are not ours': {
    'a partial one': { scans: ['new partial'], inputs: { scanTypes: ['default'] }, says: 'no-scan' },
    'where none is named, any is': { scans: ['new partial'], says: passed, scan: 'new partial' },
  },
  'scan-status: a status says whether a scan is complete, failed, or in progress': {
    dlq: { scans: ['full dlq'], says: 'scan-failed' },
    'null and ended': { scans: ['full null'], says: passed },
    'null and not ended': { scans: ['full null running'], says: 'scan-timeout' },
    'one that nobody knows': { scans: ['full queued'], says: 'scan-timeout' },
  },
  'absent-scans: a scan that is stuck or has no id is as if it were not there': {
    'in progress for more than a day': { scans: ['full running 24h'], says: 'no-scan' },
    'in progress for a day less half an hour': { scans: ['full running 23h'], says: 'scan-timeout' },
    'in progress for a day': { scans: ['full running 1410m'], says: 'scan-timeout' },
    'complete without an id, before an older one': { scans: ['full noid', 'older'], says: passed, scan: 'older' },
    'in progress without an id is waited for': { scans: ['full noid running'], says: 'scan-timeout' },
  },
  'partial-scans: a scan of any other type than default looked at a part of the code': {
    'it is partial': { scans: ['new partial'], bugs: { repo: ['a'] }, says: `${failed} a`, scan: 'new partial' },
  },
  'own-scan-first: scans of the commit come before whatever scan-match lists': {
    'before a newer one of an ancestor': { scans: ['new parent', 'own'], inputs: ancestor, says: passed, scan: 'own' },
    'before the latest': { scans: ['new parent', 'own'], inputs: latest, says: passed, scan: 'own' },
    'also one that failed': { scans: ['own failed', 'old parent'], inputs: ancestor, says: 'scan-failed' },
    'nobody asks for ancestors then': { inputs: ancestor, says: passed, spares: ['ancestors'] },
  },
  'running-scan-awaited: one in progress is waited for, unless a full one created after it is complete': {
    'where nobody waits': { scans: ['new running', 'full'], says: 'scan-timeout', scan: 'new' },
    'where somebody does': {
      scans: ['new running', 'full'],
      waits: { forStart: false, forEnd: true },
      says: 'waiting for new',
      spares: ['bugs full'],
    },
    'older than a full one': { scans: ['full', 'old running'], says: passed },
    'older than a partial one': { scans: ['new partial', 'old running'], says: 'scan-timeout', scan: 'old' },
    'created in the same moment as a full one': { scans: ['full 1h', 'other running 1h'], says: 'scan-timeout' },
    'partial, and newer than a full one': { scans: ['new partial running', 'full'], says: 'scan-timeout' },
  },
  'uncounted-scan: a scan that has just ended, whose bugs are not counted yet, is in progress': {
    'where others of its type are counted': {
      scans: ['full 9m', 'old of counts=0'],
      waits: patient,
      says: 'waiting for full',
    },
    'ten minutes later it is complete': { scans: ['full 10m', 'old of counts=0'], waits: patient, says: passed },
    'where it is counted itself': { scans: ['full 9m counts=0', 'old of counts=0'], waits: patient, says: passed },
    'where the service never counts, nobody waits': { scans: ['full 9m', 'old of'], waits: patient, says: passed },
    'nor where it counts those of other types': {
      scans: ['full 9m', 'old of partial counts=0'],
      waits: patient,
      says: passed,
    },
    'nor those that failed': { scans: ['full 9m', 'old of failed counts=0'], waits: patient, says: passed },
    'nor where scan-types leaves those out': {
      scans: ['new partial 9m', 'full counts=0'],
      waits: patient,
      inputs: { scanTypes: ['recentChanges'] },
      says: passed,
    },
    'unless a full one created after it is complete': {
      scans: ['full 3m counts=0', 'first 5m', 'old of counts=0'],
      waits: patient,
      says: passed,
    },
    'one without an end has no age': { scans: ['full endless 9m', 'old of counts=0'], waits: patient, says: passed },
    'of another commit that stands in nobody waits': {
      scans: ['full parent 9m', 'old of counts=0'],
      waits: patient,
      inputs: ancestor,
      says: passed,
    },
    'where nobody waits any more it is judged as it is': {
      scans: ['full 9m', 'old of counts=0'],
      bugs: { full: ['a'] },
      says: `${failed} a`,
    },
    'which only the gate itself does': {
      scans: ['full 9m', 'old of counts=0'],
      bugs: { full: ['a'] },
      judgesUncounted: false,
      says: 'scan-timeout',
    },
  },
  'own-scans-together: all complete scans of the commit are judged together': {
    'two full ones': {
      scans: ['second', 'first'],
      bugs: { first: ['a'], second: [] },
      says: `${failed} a`,
      scan: 'second with first',
    },
    'a bug that several list is one': {
      scans: ['new partial', 'full'],
      bugs: { new: ['a', 'b'], full: ['a', 'c'] },
      says: `${failed} a b c`,
      scan: 'full with new',
    },
    'a partial one older than the full one': {
      scans: ['full', 'old partial'],
      bugs: { old: ['a'], full: [again] },
      says: `${failed} a old`,
    },
  },
  'newer-failed-named: failed scans newer than the newest complete one are named': {
    'one of two': { scans: ['new failed', 'full', 'old failed'], says: passed, scan: 'full failed new' },
    'not one that a partial scan is newer than': {
      scans: ['part partial', 'new failed', 'full'],
      says: passed,
      scan: 'full with part',
    },
  },
  'full-failure-decides: where no full scan is complete, a full one that failed decides': {
    'although a partial one is complete': { scans: ['new partial', 'old failed'], says: 'scan-failed', scan: 'old' },
  },
  'partial-alone: partial scans alone say nothing about the rest of the code': {
    'the repository counts': { scans: ['new partial'], bugs: { new: ['a'], repo: ['b'] }, says: `${failed} a b` },
    'although a partial one failed': {
      scans: ['new partial failed', 'old partial'],
      says: passed,
      scan: 'old partial failed new',
    },
  },
  'only-failed: where none is complete, one that failed decides': {
    partial: { scans: ['new partial failed'], says: 'scan-failed' },
  },
  'reported-scan: the newest complete full scan is reported, else the newest partial one': {
    full: { scans: ['p partial', 'second', 'first'], says: passed, scan: 'second with p first' },
    partial: { scans: ['q partial', 'p partial'], says: passed, scan: 'q partial with p' },
  },
  'nearest-ancestor: the nearest scanned ancestor stands in, of its scans the newest': {
    'not the newest scan': { scans: ['new base', 'old parent'], inputs: ancestor, says: passed, scan: 'old behind 1' },
    'of one commit the newest': {
      scans: ['new base', 'old base'],
      inputs: ancestor,
      says: passed,
      scan: 'new behind 2',
    },
    'none that failed or is partial': {
      scans: ['a parent failed', 'b parent partial', 'c base'],
      inputs: ancestor,
      says: passed,
      scan: 'c behind 2',
    },
    'where GitHub does not tell the ancestors': {
      scans: ['new base'],
      inputs: ancestor,
      refused: ['ancestors'],
      says: 'github-error',
    },
    'nobody asks for them where no scan could be of one': {
      scans: [],
      inputs: ancestor,
      refused: ['ancestors'],
      says: 'no-scan',
      spares: ['ancestors'],
    },
  },
  'latest-scan: the latest scan is of any commit': {
    'how far behind is not known': {
      scans: ['x of', 'y base'],
      inputs: latest,
      says: passed,
      scan: 'x behind unknown',
    },
    'where ancestors are asked for anyway it is': {
      scans: ['x base'],
      inputs: { scanMatch: ['latest', 'ancestor'] },
      says: passed,
      scan: 'x behind 2',
    },
    'also of one that is no ancestor': {
      scans: ['x of', 'y base'],
      inputs: { scanMatch: ['latest', 'ancestor'] },
      says: passed,
      scan: 'x behind unknown',
    },
    'before the ancestor, although GitHub does not tell it': {
      scans: ['x base'],
      inputs: { scanMatch: ['latest', 'ancestor'] },
      refused: ['ancestors'],
      says: passed,
      scan: 'x behind unknown',
    },
  },
  'partial-stand-in: partial scans stand in only where scan-types names no full type': {
    'where it does': {
      scans: ['p parent partial'],
      inputs: { ...ancestor, scanTypes: ['default', 'recentChanges'] },
      says: 'no-scan',
    },
    'where it does not': {
      scans: ['p parent partial'],
      inputs: { ...ancestor, scanTypes: ['recentChanges'] },
      says: passed,
      scan: 'p behind 1 partial',
    },
  },
  'first-entry-awaited: a scan by the first entry of scan-match is waited for': {
    'where there is none': { scans: [], waits: { forStart: true, forEnd: true }, says: 'waiting' },
    'although another entry would find one': {
      scans: ['old base'],
      inputs: ancestor,
      waits: { forStart: true, forEnd: true },
      says: 'waiting',
      spares: ['bugs repo'],
    },
    'not where the first entry finds one': {
      scans: ['old base'],
      inputs: latest,
      waits: { forStart: true, forEnd: true },
      says: passed,
    },
    'not for ever': { scans: [], says: 'no-scan' },
  },
  'max-scan-age: the judged scan must be young enough': {
    old: { scans: ['full 3d'], inputs: twoDays, says: 'stale-scan', spares: ['bugs repo'] },
    'young enough to the minute': { scans: ['full 2d'], inputs: twoDays, says: passed },
    'also one that is counted from although it stands in': {
      scans: ['new of', 'old base 3d'],
      inputs: { ...ancestor, ...twoDays, countFrom: 'scan' },
      says: 'stale-scan',
    },
    'where its list is counted from': {
      scans: ['new of', 'full 3d'],
      inputs: { ...twoDays, countFrom: 'scan', ...touched },
      says: 'stale-scan',
    },
  },
  'scanning-goes-on: where only the repository counts, a newer full scan of the same known initiator will do': {
    'of any branch': { scans: ['new of', 'old base 3d'], inputs: { ...ancestor, ...twoDays }, says: passed },
    'not a manual one for a nightly one': {
      scans: ['new of manual', 'old base 3d'],
      inputs: { ...ancestor, ...twoDays },
      says: 'stale-scan',
    },
    'not of an initiator that nobody knows': {
      scans: ['new of odd', 'old base 3d odd'],
      inputs: { ...ancestor, ...twoDays },
      says: 'stale-scan',
    },
    'not a partial one': {
      scans: ['new of partial', 'old base 3d'],
      inputs: { ...ancestor, ...twoDays },
      says: 'stale-scan',
    },
    'not one that failed': {
      scans: ['new of failed', 'old base 3d'],
      inputs: { ...ancestor, ...twoDays },
      says: 'stale-scan',
    },
    'not one that is too old itself': {
      scans: ['new of 3d', 'old base 4d'],
      inputs: { ...ancestor, ...twoDays },
      says: 'stale-scan',
    },
    'not one of tomorrow': {
      scans: ['new of 1d ahead', 'old base 3d'],
      inputs: { ...ancestor, ...twoDays },
      says: 'stale-scan',
    },
    'also for a full scan of the commit that is not counted from': {
      scans: ['new of', 'full 3d'],
      inputs: { ...twoDays, ...touched },
      says: passed,
    },
    'for a closed pull request as of then': {
      scans: ['full 3d'],
      inputs: twoDays,
      asOf: (nowMs - 2 * dayMs) as EpochMs,
      says: passed,
    },
  },
  'future-scan: a scan dated more than an hour in the future has no age': {
    tomorrow: { scans: ['full 1d ahead'], inputs: twoDays, says: 'stale-scan' },
    'within the hour': { scans: ['full 1h ahead'], inputs: twoDays, says: passed },
    'where age does not matter': { scans: ['full 1d ahead'], says: passed },
  },
  'whole-lists: lists are read whole or not at all': {
    'the scan’s': { refused: ['bugs full'], says: 'service-error' },
    'the repository’s': { refused: ['bugs repo'], inputs: everywhere, says: 'service-error' },
    'the scans themselves': { refused: ['scans'], says: 'service-error' },
  },
  'one-bug-of-several-lists: a bug that several lists show is one': {
    'of a scan and of the repository': {
      bugs: { full: ['a'], repo: ['a', 'b'] },
      inputs: everywhere,
      says: `${failed} a b`,
    },
  },
  'count-from-scan: count-from: scan counts what the judged scans list': {
    'of a partial scan what it looked at': {
      scans: ['new partial'],
      bugs: { repo: ['a of 7'] },
      inputs: { countFrom: 'scan' },
      says: passed,
      scan: 'new partial',
    },
    'which scan-types: default does not take for an answer': {
      scans: ['new partial'],
      bugs: { repo: ['a of 7'] },
      inputs: { countFrom: 'scan', scanTypes: ['default'] },
      says: 'no-scan',
    },
    'of one that stands in what was there then': {
      scans: ['old base'],
      bugs: { repo: ['a of 7'] },
      inputs: { ...ancestor, countFrom: 'scan' },
      says: passed,
      scan: 'old behind 2',
    },
    'which scan-match: exact does not look for': {
      scans: ['old base'],
      bugs: { repo: ['a of 7'] },
      inputs: { countFrom: 'scan' },
      says: 'no-scan',
    },
    'and nothing else': {
      bugs: { full: ['a harmless'], repo: ['b'] },
      inputs: { countFrom: 'scan' },
      says: `${passed} a`,
    },
    'also one that stands in': {
      scans: ['old base'],
      bugs: { old: ['a'], repo: ['b'] },
      inputs: { ...ancestor, countFrom: 'scan' },
      says: `${failed} a`,
    },
  },
  'count-from-repository: count-from: repository counts the repository, and what the scans of the commit list': {
    'late in the repository’s list': { bugs: { full: ['a'], repo: ['b'] }, inputs: everywhere, says: `${failed} a b` },
    'not what one lists that stands in': {
      scans: ['old base'],
      bugs: { repo: ['b'] },
      inputs: { ...ancestor, ...everywhere },
      says: `${failed} b`,
      spares: ['bugs old'],
    },
  },
  'ten-scan-lists: of more than ten scans the repository’s list is read instead': {
    eleven: {
      scans: numbered(11, (index) => `s${index}`),
      bugs: { s5: ['a'], repo: ['b'] },
      inputs: { countFrom: 'scan' },
      says: `${failed} a b`,
      spares: ['bugs s5'],
    },
    ten: {
      scans: numbered(10, (index) => `s${index}`),
      bugs: { s5: ['a'], repo: ['b'] },
      inputs: { countFrom: 'scan' },
      says: `${failed} a`,
      spares: ['bugs repo'],
    },
  },
  'classed-differently: where lists disagree on the kind of a bug the gravest counts': {
    'of two scans the older': {
      scans: ['new partial', 'full'],
      bugs: { new: ['a harmless'], full: ['a'] },
      says: `${failed} a`,
    },
    'or the newer': { scans: ['second', 'first'], bugs: { first: ['a harmless'], second: ['a'] }, says: `${failed} a` },
    'or the repository': { bugs: { full: ['a harmless'], repo: ['a'] }, says: `${failed} a` },
    'where all of them say that it is harmless, it is': {
      scans: ['second', 'first'],
      bugs: { first: ['a harmless'], second: ['a harmless'] },
      says: `${passed} a`,
    },
    'what is not classified is graver than harmless': {
      scans: ['second', 'first'],
      bugs: { first: ['a unclassified'], second: ['a harmless'] },
      inputs: { countUnclassified: true },
      says: `${failed} a`,
    },
    'and less grave than a security bug': {
      scans: ['second', 'first'],
      bugs: { first: ['a'], second: ['a unclassified'] },
      says: `${failed} a`,
    },
    'of equally grave ones the newest scan says where it is': {
      scans: ['second', 'first'],
      bugs: { first: ['a at b.ts'], second: ['a at src/b.ts'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: `${failed} a`,
    },
    'also where the older one says otherwise': {
      scans: ['second', 'first'],
      bugs: { first: ['a at src/b.ts'], second: ['a at b.ts'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: passed,
      leavesOut: 'a paths',
    },
    'a bug that a scan lists stays one of that scan’s': {
      bugs: { full: ['a harmless at b.ts of 470'], repo: ['a at b.ts of 470'] },
      pulls: ['470'],
      inputs: everywhere,
      says: `${failed} a`,
    },
  },
  'purged-list: of an older scan whose list is gone the repository’s bugs of this commit stand in': {
    'shown as empty a day after its end, it is gone': {
      scans: ['second', 'first counts=2 25h'],
      bugs: { repo: ['b at b.ts in head'] },
      emptied: ['first'],
      inputs: { countFrom: 'scan' },
      says: `${failed} b`,
      missing: 0,
    },
    'within a day it falls short': {
      scans: ['second', 'first counts=2 24h'],
      emptied: ['first'],
      says: 'service-error |',
      missing: 2,
    },
    'as long as its end is not known it does': {
      scans: ['second', 'first counts=2 25h endless'],
      emptied: ['first'],
      says: 'service-error |',
      missing: 2,
    },
    'as one of which anything is left': {
      scans: ['second', 'first counts=2 25h'],
      settledIn: { first: [0, 1] },
      says: 'service-error |',
      missing: 1,
    },
    'one that counts nothing is whole': {
      scans: ['second', 'first counts=0 25h'],
      bugs: { repo: ['b at b.ts in head'] },
      inputs: { countFrom: 'scan' },
      says: passed,
    },
    'that of the newest full one falls short for ever': {
      scans: ['full counts=2 25h'],
      emptied: ['full'],
      says: 'service-error |',
      missing: 2,
    },
    'of more than ten such a one is not compared': {
      scans: numbered(11, (index) => `s${index} ${index === 10 ? 'counts=1 25h' : 'counts=0'}`),
      emptied: ['s10'],
      says: passed,
      missing: 0,
    },
    'of more than ten that of the newest full one is a fault': {
      scans: numbered(11, (index) => `s${index} counts=${index === 0 ? 1 : 0}`),
      purged: ['s0'],
      says: 'service-error',
      because: 'No totals s0.',
    },
    'of more than ten that of a newer partial one is none': {
      scans: numbered(11, (index) => `s${index} ${index === 0 ? 'partial counts=1' : 'counts=0'}`),
      purged: ['s0'],
      says: passed,
      missing: 0,
    },
    'what is left of it counts with the other': {
      scans: ['second', 'first counts=9 settled=1,2'],
      bugs: { second: ['a harmless'], repo: ['b at b.ts in head', 'c at b.ts in of', 'd at b.ts'] },
      purged: ['first'],
      says: `${failed} a b`,
      missing: 0,
      settled: '0 resolved, 0 dismissed',
    },
    'with count-from: scan, too': {
      scans: ['second', 'first'],
      bugs: { repo: ['b at b.ts in HEAD', 'c at b.ts in head:9', 'd at b.ts in other:6', 'e at b.ts in of'] },
      purged: ['first'],
      inputs: { countFrom: 'scan' },
      says: `${failed} b c d`,
    },
    'what stands in is no other pull request’s': {
      scans: ['second', 'first'],
      bugs: { repo: ['b at b.ts of 470 in head'] },
      pulls: ['470'],
      purged: ['first'],
      inputs: everywhere,
      says: `${failed} b`,
      spares: ['openPulls'],
    },
    'not of one of which nothing is left': { scans: ['second', 'first'], purged: ['first'], says: passed },
    'that of the newest full one is a fault': {
      scans: ['second', 'first'],
      purged: ['second'],
      says: 'service-error',
      because: 'No bugs second.',
    },
    'although a partial one is newer': { scans: ['new partial', 'full'], purged: ['full'], says: 'service-error' },
    'not that of the partial one': {
      scans: ['new partial counts=1', 'full'],
      bugs: { repo: ['b at b.ts in head'] },
      purged: ['new'],
      says: `${failed} b`,
    },
    'of a scan that stands in it is one': {
      scans: ['old base'],
      purged: ['old'],
      inputs: { ...ancestor, countFrom: 'scan' },
      says: 'service-error',
    },
    'another error of an older one is one': {
      scans: ['second', 'first'],
      refused: ['bugs first'],
      says: 'service-error',
    },
    'of more than ten nobody reads them, and the one is not compared': {
      scans: numbered(11, (index) => `s${index} counts=${index === 10 ? 1 : 0}`),
      purged: ['s10'],
      says: passed,
      missing: 0,
      spares: ['bugs s10'],
    },
  },
  'own-bugs-of-the-repository: beside a full scan of the commit this pull request’s own bugs of the repository count': {
    'whatever that scan and those before it list again': {
      scans: ['full', 'one of', 'two of', 'three of'],
      bugs: { full: [again], one: [again], two: [again], three: [again, 'a of 7 found 3h'] },
      says: `${failed} a old`,
    },
    'although an empty commit was pushed until a scan missed it': {
      scans: ['full', 'first parent'],
      bugs: { full: [again], first: [again, 'a in parent found 3h'] },
      says: `${failed} a old`,
    },
    'not with count-from: scan': {
      scans: ['full', 'first parent'],
      bugs: { full: [again], first: [again, 'a in parent found 3h'] },
      inputs: { countFrom: 'scan' },
      says: `${passed} old`,
    },
    'in a file that it touches, found whenever': { bugs: { repo: ['a found 9d'] }, says: `${failed} a` },
    'of a branch that was scanned, rebased and then opened': {
      scans: ['full', 'before of'],
      bugs: { before: ['a in of found 9d'] },
      says: `${failed} a`,
    },
    'by the number of one that was closed and opened again as this one': {
      scans: ['full', 'before of'],
      bugs: { before: ['a of 6 in of found 9d'] },
      says: `${failed} a`,
    },
    'one that it introduces': { bugs: { repo: ['a at b.ts of 7 found 6d'] }, says: `${failed} a` },
    'not one elsewhere': { bugs: { repo: ['a at b.ts'] }, says: passed },
    'where it is not known whether there is a pull request, none for certain': {
      pullRequest: anOutage('github', 'Not found.'),
      bugs: { repo: ['a at ../x.ts'] },
      says: 'github-error | a',
    },
    'where no pull request has this head, nothing': {
      ...noPull,
      movedTo: 'newer',
      bugs: { repo: ['a'] },
      says: passed,
    },
    'on a push, where yesterday’s bug is pending, neither': {
      ...noPull,
      movedTo: 'newer',
      pushedTo: 'main',
      bugs: { repo: ['a in parent found 1d'] },
      says: passed,
    },
    'on a push that counts from the repository it does': {
      ...noPull,
      movedTo: 'newer',
      pushedTo: 'main',
      bugs: { repo: ['a in parent found 1d'] },
      inputs: everywhere,
      says: `${failed} a`,
    },
    'what one introduces whose head was judged without it, as on a push': {
      ...noPull,
      pushedTo: 'feature',
      bugs: { repo: ['a at b.ts of 7'] },
      says: `${failed} a`,
    },
    'a bug that nothing selects has no path to leave it out': {
      bugs: { repo: ['a at b.ts'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: passed,
    },
    'where GitHub does not list its files, it may be one': {
      bugs: { repo: ['a'] },
      refused: ['files'],
      says: 'github-error | a',
    },
    'where the scan’s own are too many, that does not matter': {
      bugs: { full: ['b'], repo: ['a at b.ts'] },
      refused: ['files'],
      says: `${failed} a b`,
    },
    'what a twin touches': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['9 twin touches b.ts'],
      says: `${failed} a`,
    },
    'what was found at a commit of a twin': {
      ...noPull,
      movedTo: 'newer',
      pushedTo: 'topic',
      bugs: { repo: ['a at b.ts in head'] },
      pulls: ['9 twin'],
      says: `${failed} a`,
    },
  },
  'repository-otherwise: otherwise the repository counts': {
    'where gate-on narrows': { bugs: { full: ['a'], repo: ['b found 9d'] }, inputs: touched, says: `${failed} a b` },
    'where a scan stands in': { scans: ['old base'], bugs: { repo: ['a'] }, inputs: ancestor, says: `${failed} a` },
  },
  'settled-of-the-source: settled bugs are those of the scans, or of the repository': {
    'as the scans count them, added up': {
      scans: ['p partial settled=1,2', 'full settled=3,4'],
      inputs: { countFrom: 'scan' },
      says: passed,
      settled: '4 resolved, 6 dismissed',
      spares: ['totals full'],
    },
    'as its lists show where it does not count them': {
      settledIn: { full: [5, 6] },
      inputs: { countFrom: 'scan' },
      says: passed,
      settled: '5 resolved, 6 dismissed',
    },
    'of the repository': {
      settledIn: { full: [5, 6], repo: [7, 8] },
      inputs: everywhere,
      says: passed,
      settled: '7 resolved, 8 dismissed',
    },
  },
  'counts-against-lists: what a scan counts is compared with what its lists show': {
    'each of the commit': {
      scans: ['new partial counts=2', 'full counts=1'],
      bugs: { new: ['a harmless'], full: [again] },
      says: 'service-error | a old',
      missing: 1,
    },
    'also where the repository counts': {
      scans: ['full counts=1'],
      inputs: touched,
      says: 'service-error |',
      missing: 1,
    },
    'not with count-from: repository': { scans: ['full counts=1'], inputs: everywhere, says: passed, missing: 0 },
    'not of a scan that stands in': {
      scans: ['old base counts=1'],
      inputs: ancestor,
      says: passed,
      spares: ['totals old'],
    },
    'unless it is counted from': {
      scans: ['old base counts=1'],
      inputs: { ...ancestor, countFrom: 'scan' },
      says: 'service-error |',
    },
    'where nobody knows how many there are listed': {
      scans: ['full counts=1'],
      refused: ['totals full'],
      says: 'service-error',
    },
  },
  'short-lists-are-no-pass: lists that are short are no pass': {
    'what fails anyway stays so': {
      scans: ['full counts=2'],
      bugs: { full: ['a'] },
      says: `${failed} a`,
      missing: 1,
    },
  },
  'introduced: a bug is introduced by its pull request or its commit': {
    'by the number': { bugs: { repo: ['a at b.ts of 7'] }, inputs: introduced, says: `${failed} a` },
    'by the commit': { bugs: { repo: ['a at b.ts by parent'] }, inputs: introduced, says: `${failed} a` },
    'by neither': {
      bugs: { repo: ['a of 8'] },
      inputs: introduced,
      says: passed,
      leavesOut: 'a gate-on',
    },
  },
  'found-at-own-commit: what was found at a commit of the pull request is its own, whoever introduced it': {
    'an empty commit after a scan that found it': {
      scans: ['full', 'first parent'],
      bugs: { first: ['a at b.ts in parent', 'b nowhere in parent'] },
      says: `${failed} a b`,
    },
    'found at somebody else’s commit it is not': {
      scans: ['full', 'first of'],
      bugs: { first: ['a at b.ts in of', 'b nowhere in of'] },
      says: passed,
    },
    'whatever the case': { bugs: { repo: ['a at b.ts in PARENT'] }, says: `${failed} a` },
    'cut short, it is compared': { bugs: { repo: ['a at b.ts in parent:9'] }, says: `${failed} a` },
    'cut short, of another commit': { bugs: { repo: ['a at b.ts in other:9'] }, says: passed },
    'what is no SHA may be any': { bugs: { repo: ['a at b.ts in other:6'] }, says: `${failed} a` },
    'where GitHub does not list its commits': {
      bugs: { repo: ['a at b.ts in of'] },
      refused: ['commits'],
      says: 'github-error | a',
      because: 'No commits.',
    },
    'gate-on: introduced asks for more': {
      bugs: { repo: ['a at b.ts in parent'] },
      inputs: introduced,
      says: passed,
      leavesOut: 'a gate-on',
    },
    'found-since does not': { bugs: { full: ['a in parent found 3d'] }, inputs: since(2), says: `${failed} a` },
  },
  'touched: a bug is touched by its file, also by the name before': {
    renamed: { files: ['c.ts from b.ts'], bugs: { repo: ['a at b.ts'] }, inputs: touched, says: `${failed} a` },
    'copied, which has the bug twice': {
      files: ['c.ts from b.ts copied'],
      bugs: { repo: ['a at b.ts'] },
      inputs: touched,
      says: `${failed} a`,
    },
    'in a submodule': { files: ['lib'], bugs: { repo: ['a at lib/x.c'] }, inputs: touched, says: `${failed} a` },
    'whatever the case, of letters too that have two small forms': {
      bugs: { repo: ['a at docs/ΟΔΟΣ.md'] },
      files: ['docs/οδος.md'],
      inputs: touched,
      says: `${failed} a`,
    },
    'whatever the case': {
      files: ['SRC/B.ts'],
      bugs: { repo: ['a at src/b.ts'] },
      inputs: touched,
      says: `${failed} a`,
    },
    'where it cannot be compared': { bugs: { repo: ['a at ../b.ts'] }, inputs: touched, says: `${failed} a` },
    'where a letter of it could not be read': {
      bugs: { repo: ['a at caf\ufffd.ts'] },
      inputs: touched,
      says: `${failed} a`,
    },
    'where it has half a character': { bugs: { repo: ['a at a\ud83d.ts'] }, inputs: touched, says: `${failed} a` },
    'where it is of some machine': { bugs: { repo: ['a at /tmp/x/q.ts'] }, inputs: touched, says: `${failed} a` },
    'but not where it is of another folder': {
      bugs: { repo: ['a at tmp/x/q.ts'] },
      inputs: touched,
      says: passed,
      leavesOut: 'a gate-on',
    },
    'with a line behind it': {
      files: ['b.ts'],
      bugs: { repo: ['a at b.ts:12'] },
      inputs: touched,
      says: `${failed} a`,
    },
    'with something behind it that is no line': {
      files: ['b.ts'],
      bugs: { repo: ['a at b.ts:x'] },
      inputs: touched,
      says: passed,
      leavesOut: 'a gate-on',
    },
    'whatever of it nobody sees': {
      files: ['src/\u200bb.ts'],
      bugs: { repo: ['a at src/b\u00ad.ts'] },
      inputs: touched,
      says: `${failed} a`,
    },
    'never without a file': { bugs: { repo: ['a nowhere'] }, inputs: touched, says: passed, leavesOut: 'a gate-on' },
  },
  'gate-on: without a pull request everything counts': {
    'where there is none': { ...noPull, bugs: { repo: ['a at b.ts'] }, inputs: touched, says: `${failed} a` },
  },
  'unreadable-commit: what a service calls a commit and is none may be any': {
    'cut short, it is compared': { bugs: { repo: ['a at b.ts by parent:9'] }, inputs: introduced, says: `${failed} a` },
    'of another commit, it is not this one’s': {
      bugs: { repo: ['a at b.ts by other:9'] },
      inputs: introduced,
      says: passed,
      leavesOut: 'a gate-on',
    },
    'shorter than Git shows one': {
      bugs: { repo: ['a at b.ts by other:6'] },
      inputs: introduced,
      says: `${failed} a`,
    },
    'where the pull request is known it does not matter': {
      bugs: { repo: ['a at b.ts of 8 by other:6'] },
      inputs: introduced,
      says: passed,
      leavesOut: 'a gate-on',
    },
  },
  'cut-off-counts: what GitHub’s lists cut off counts as selected': {
    '3,000 files': {
      files: numbered(3_000, (index) => `many/${index}`),
      bugs: { repo: ['a at b.ts'] },
      inputs: touched,
      says: `${failed} a`,
    },
    'another number than GitHub counts': {
      fileCount: 2,
      bugs: { repo: ['a at b.ts'] },
      inputs: touched,
      says: `${failed} a`,
    },
    '250 commits': {
      commits: numbered(250, (index) => `c${index}`),
      bugs: { repo: ['a at b.ts'] },
      inputs: introduced,
      says: `${failed} a`,
    },
    'more commits than it lists': {
      commitCount: 3,
      bugs: { repo: ['a at b.ts by of'] },
      inputs: introduced,
      says: `${failed} a`,
    },
    'where it counts fewer than it lists, all are listed': {
      commitCount: 1,
      bugs: { repo: ['a at b.ts by of'] },
      inputs: introduced,
      says: passed,
      leavesOut: 'a gate-on',
    },
    'without the head among them they are those of another head': {
      commits: ['parent'],
      commitCount: 2,
      bugs: { repo: ['a at b.ts by of'] },
      inputs: introduced,
      says: 'github-error | a',
      because: 'not-yet-shown',
    },
    'the number of files says nothing of commits': {
      fileCount: 2,
      bugs: { repo: ['a at b.ts'] },
      inputs: introduced,
      says: passed,
      leavesOut: 'a gate-on',
    },
  },
  'refused-counts: what GitHub refuses counts, and decides nothing': {
    'what passes even so has passed': {
      bugs: { repo: ['a harmless'] },
      inputs: touched,
      refused: ['files'],
      says: `${passed} a`,
    },
    'what fails without it has failed': {
      bugs: { repo: ['a of 7', 'b at b.ts'] },
      inputs: either,
      refused: ['files'],
      says: `${failed} a b`,
    },
    'else it is not known': { bugs: { repo: ['a'] }, inputs: touched, refused: ['files'], says: 'github-error | a' },
    'files are not needed for commits': {
      bugs: { repo: ['a'] },
      inputs: introduced,
      refused: ['files'],
      says: passed,
      leavesOut: 'a gate-on',
    },
    'a pull request that could not be found': {
      pullRequest: anOutage('github', 'Not found.'),
      bugs: { repo: ['a'] },
      inputs: touched,
      says: 'github-error | a',
    },
    'and a bug without a file, which it would not touch': {
      pullRequest: anOutage('github', 'Not found.'),
      bugs: { repo: ['a nowhere'] },
      inputs: touched,
      says: 'github-error | a',
    },
    'what may be any commit is no certain one': {
      refused: ['commits'],
      bugs: { repo: ['a at b.ts by other:6'] },
      inputs: introduced,
      says: 'github-error | a',
    },
    'a head that could not be read': {
      refused: ['head'],
      bugs: { repo: ['a'] },
      inputs: touched,
      says: 'github-error | a',
    },
    'whose files cannot be counted, judged at another commit': {
      isHead: false,
      refused: ['head'],
      bugs: { repo: ['a at b.ts'] },
      inputs: touched,
      says: 'github-error | a',
    },
    'a path that cannot be compared counts in any case': {
      refused: ['files'],
      bugs: { repo: ['a at ../x.ts'] },
      inputs: touched,
      says: `${failed} a`,
    },
    'the error names what decides, the commits of a twin': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['9 twin'],
      inputs: introduced,
      refused: ['files', '9 commits'],
      says: 'github-error | a',
      because: 'No 9 commits.',
    },
    'or its files': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['9 twin'],
      inputs: touched,
      refused: ['commits', '9 files'],
      says: 'github-error | a',
      because: 'No 9 files.',
    },
    'or this one’s files': {
      bugs: { repo: ['a'] },
      inputs: touched,
      refused: ['files', 'commits'],
      says: 'github-error | a',
      because: 'No files.',
    },
    'or this one’s commits': {
      bugs: { repo: ['a at b.ts'] },
      inputs: introduced,
      refused: ['files', 'commits'],
      says: 'github-error | a',
      because: 'No commits.',
    },
    'of the bug that decides, not of one that no limit counts': {
      bugs: { repo: ['a harmless in of', 'b nowhere'] },
      refused: ['files', 'commits'],
      inputs: { gateOn: ['touched', 'introduced'] },
      says: 'github-error | a b',
      because: 'No commits.',
    },
    'a head that is not among the commits': {
      commits: ['parent'],
      bugs: { repo: ['a'] },
      inputs: touched,
      says: 'github-error | a',
    },
  },
  'former-heads: its commits are also those that it had before somebody rebased it': {
    'found before a rebase': {
      former: ['gone'],
      bugs: { repo: ['a at b.ts in gone'] },
      says: `${failed} a`,
      asks: ['former'],
    },
    'introduced before it': {
      former: ['gone'],
      bugs: { repo: ['a at b.ts by gone:9'] },
      inputs: introduced,
      says: `${failed} a`,
    },
    'older than found-since': {
      former: ['gone'],
      bugs: { full: ['a in gone found 3d'] },
      inputs: since(2),
      says: `${failed} a`,
    },
    'although the service puts it down to another pull request': {
      former: ['gone'],
      bugs: { repo: ['a at b.ts of 470 by gone'] },
      pulls: ['470'],
      inputs: everywhere,
      says: `${failed} a`,
    },
    'which holds that one’s head': {
      former: ['elsewhere'],
      bugs: { repo: ['a at b.ts of 470 by of'] },
      pulls: ['470'],
      inputs: everywhere,
      says: `${failed} a`,
    },
    'those of a twin, too': {
      bugs: { repo: ['a at b.ts in gone'] },
      pulls: ['9 twin former gone'],
      says: `${failed} a`,
      asks: ['9 former'],
    },
    'those of a twin alone, on a push': {
      ...noPull,
      movedTo: 'newer',
      pushedTo: 'topic',
      bugs: { repo: ['a at b.ts in gone'] },
      pulls: ['9 twin former gone'],
      says: `${failed} a`,
    },
    'another commit is not one of a twin’s': {
      bugs: { repo: ['a at b.ts in of'] },
      pulls: ['9 twin former gone'],
      says: passed,
      asks: ['9 former'],
    },
    'where GitHub does not say of a twin': {
      bugs: { repo: ['a at b.ts in of'] },
      pulls: ['9 twin'],
      refused: ['9 former'],
      says: 'github-error | a',
      because: 'No 9 former.',
    },
    'nobody asks a twin where a bug names no commit': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['9 twin former gone'],
      says: passed,
      spares: ['9 former'],
    },
    'another commit is not one of them': {
      former: ['gone'],
      bugs: { repo: ['a at b.ts in of'] },
      says: passed,
      asks: ['former'],
    },
    'a head that is gone tells nothing': { former: ['lost'], bugs: { repo: ['a at b.ts in of'] }, says: passed },
    'one of more commits than GitHub lists may be any': {
      former: ['cut off'],
      bugs: { repo: ['a at b.ts in of', 'b at b.ts'] },
      says: `${failed} a`,
    },
    'where GitHub does not say': {
      bugs: { repo: ['a at b.ts in of', 'b at b.ts'] },
      refused: ['former'],
      says: 'github-error | a',
      because: 'No former.',
    },
    'nobody asks where a bug names no commit': { bugs: { repo: ['a at b.ts'] }, says: passed, spares: ['former'] },
    'nor where no limit counts it': {
      bugs: { repo: ['a harmless at b.ts in of'] },
      says: passed,
      spares: ['former'],
    },
    'nor where paths leaves it out': {
      bugs: { repo: ['a at b.ts in of'] },
      inputs: { ...everywhere, isInPaths: toPathFilter(['src/**']) },
      says: passed,
      leavesOut: 'a paths',
      spares: ['former'],
    },
    'nor where nobody counts it from here anyway': {
      bugs: { repo: ['a at b.ts in of'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: passed,
      spares: ['former'],
    },
    'nor where it fails anyway': {
      bugs: { full: ['a'], repo: ['b at b.ts in of'] },
      says: `${failed} a`,
      spares: ['former'],
    },
    'nor where only the files decide': {
      bugs: { repo: ['a at b.ts by of in of'] },
      inputs: touched,
      says: passed,
      leavesOut: 'a gate-on',
      spares: ['former'],
    },
    'nor where only who introduced it decides, and nobody says': {
      bugs: { repo: ['a at b.ts in of'] },
      inputs: introduced,
      says: passed,
      leavesOut: 'a gate-on',
      spares: ['former'],
    },
    'nor without a pull request': {
      ...noPull,
      movedTo: 'newer',
      bugs: { repo: ['a in of'] },
      says: passed,
      spares: ['former'],
    },
    'nor of one that is not known': {
      pullRequest: anOutage('github', 'Not found.'),
      bugs: { repo: ['a at b.ts of 470 in of'] },
      says: 'github-error | a',
      spares: ['former'],
    },
  },
  'twins-decide: what is left out is left out for every open pull request with this head': {
    'what a twin touches counts': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['9 twin touches b.ts'],
      inputs: touched,
      says: `${failed} a`,
    },
    'what it introduces counts': {
      bugs: { repo: ['a at b.ts of 9'] },
      pulls: ['9 twin'],
      inputs: introduced,
      says: `${failed} a`,
    },
    'nobody looks where nothing is left out that decides': {
      bugs: { repo: ['a harmless at b.ts'] },
      inputs: touched,
      says: passed,
      leavesOut: 'a gate-on',
      spares: ['openPulls'],
    },
    'nor where it fails anyway': {
      bugs: { repo: ['a', 'b at b.ts'] },
      inputs: touched,
      says: `${failed} a`,
      leavesOut: 'b gate-on',
      spares: ['openPulls'],
    },
    'where GitHub does not list them': {
      bugs: { repo: ['a at b.ts'] },
      inputs: touched,
      refused: ['openPulls'],
      says: 'github-error | a',
    },
    'where GitHub lists another number of files than it counts': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['9 twin counts=3'],
      inputs: touched,
      says: `${failed} a`,
    },
    'where its lists are still those of the head before': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['9 twin stale'],
      inputs: touched,
      says: 'github-error | a',
      because: 'not-yet-shown',
    },
    'where GitHub does not count them': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['9 twin'],
      inputs: touched,
      refused: ['9 head'],
      says: 'github-error | a',
    },
    'nor are its commits trusted then': {
      bugs: { repo: ['a at b.ts by of'] },
      pulls: ['9 twin'],
      inputs: introduced,
      refused: ['9 head'],
      says: 'github-error | a',
      because: 'No 9 head.',
    },
    'where it counts them, they are': {
      bugs: { repo: ['a at b.ts by of'] },
      pulls: ['9 twin'],
      inputs: introduced,
      says: passed,
      leavesOut: 'a gate-on',
      asks: ['9 head'],
    },
    'where what fails needs none of what GitHub refuses': {
      bugs: { repo: ['a at b.ts of 9'] },
      pulls: ['9 twin'],
      inputs: either,
      refused: ['9 files', '9 commits'],
      says: `${failed} a`,
    },
    'where gate-on does not need what GitHub refuses': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['9 twin'],
      inputs: introduced,
      refused: ['9 files'],
      says: passed,
      leavesOut: 'a gate-on',
    },
    'where GitHub does not list what one changes': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['9 twin'],
      inputs: touched,
      refused: ['9 files'],
      says: 'github-error | a',
    },
    'also where it lists what another changes': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['8 twin', '9 twin'],
      inputs: touched,
      refused: ['9 files'],
      says: 'github-error | a',
    },
  },
  'too-many-twins: with more than five twins everything counts': {
    six: {
      bugs: { repo: ['a at b.ts', 'b nowhere', 'c at c.ts of 470 found 9d'] },
      pulls: [...numbered(6, (index) => `${10 + index} twin`), '470'],
      inputs: { ...touched, ...since(3) },
      says: `${failed} a b c`,
      spares: ['10 files'],
    },
    'whatever paths selects': {
      bugs: { full: ['a at b.ts'] },
      pulls: numbered(6, (index) => `${10 + index} twin`),
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: `${failed} a`,
    },
    'five that touch nothing': {
      bugs: { repo: ['a at b.ts'] },
      pulls: numbered(5, (index) => `${10 + index} twin touches c.ts`),
      inputs: touched,
      says: passed,
      leavesOut: 'a gate-on',
    },
    five: {
      bugs: { repo: ['a at b.ts'] },
      pulls: numbered(5, (index) => `${10 + index} twin touches ${index === 4 ? 'b.ts' : 'c.ts'}`),
      inputs: touched,
      says: `${failed} a`,
    },
  },
  'introduced-needs-own-scan: only a scan of its own commits says what a pull request introduces': {
    'one of none': { scans: ['old base'], inputs: { ...ancestor, ...introduced }, says: 'no-scan |' },
    'one of an older commit of it': { scans: ['old parent'], inputs: { ...ancestor, ...introduced }, says: passed },
    'with touched any': { scans: ['old base'], inputs: { ...ancestor, ...either }, says: passed },
    'where GitHub does not list its commits': {
      scans: ['old parent'],
      refused: ['commits'],
      inputs: { ...ancestor, ...introduced },
      says: 'github-error |',
    },
    'where the pull request is not known': {
      scans: ['old parent'],
      pullRequest: anOutage('github', 'Not found.'),
      inputs: { ...ancestor, ...introduced },
      says: 'github-error |',
    },
    'also for whoever wants only a verdict': {
      scans: ['old base'],
      inputs: { ...ancestor, ...introduced },
      wants: 'verdict',
      says: 'no-scan |',
    },
  },
  'lists-of-the-head: the lists of a newer head say nothing of this one': {
    'gate-on needs them': { movedTo: 'newer', inputs: touched, says: 'superseded |' },
    'where nothing needs them': { movedTo: 'newer', bugs: { full: [again] }, says: `${passed} old` },
    'where the repository’s own might count': {
      movedTo: 'newer',
      bugs: { repo: ['a'] },
      says: 'superseded | a',
    },
    'a commit that was given need not be the head': {
      movedTo: 'newer',
      isHead: false,
      bugs: { repo: ['a at b.ts'] },
      inputs: touched,
      says: passed,
      leavesOut: 'a gate-on',
    },
  },
  'other-pull-request: a bug of another open pull request does not count': {
    'in a file that this one does not touch, whoever opened it': {
      scans: ['old base'],
      bugs: { repo: ['a at b.ts of 470'] },
      pulls: ['470 by mara'],
      inputs: ancestor,
      says: passed,
      leavesOut: 'a other-pull-request',
    },
    'of one that is closed it does': {
      scans: ['old base'],
      bugs: { repo: ['a at b.ts of 470'] },
      inputs: ancestor,
      says: `${failed} a`,
    },
    'of a commit of this one it does': {
      scans: ['old base'],
      bugs: { repo: ['a at b.ts of 470 by parent'] },
      pulls: ['470'],
      inputs: ancestor,
      says: `${failed} a`,
    },
    'found at a commit of this one it does': {
      scans: ['old base'],
      bugs: { repo: ['a at b.ts of 470 in parent'] },
      pulls: ['470'],
      inputs: ancestor,
      says: `${failed} a`,
    },
    'found at a commit of that one it does not': {
      scans: ['old base'],
      bugs: { repo: ['a at b.ts of 470 in of'] },
      pulls: ['470'],
      inputs: ancestor,
      says: passed,
      leavesOut: 'a other-pull-request',
      spares: ['reaches'],
    },
    'that the judged scan lists it does': {
      bugs: { full: ['a at b.ts of 470'] },
      pulls: ['470'],
      inputs: everywhere,
      says: `${failed} a`,
    },
    'that the scan lists which stands in it does': {
      scans: ['old base'],
      bugs: { old: ['a at b.ts of 470'] },
      pulls: ['470'],
      inputs: ancestor,
      says: `${failed} a`,
    },
    'where GitHub does not list the open ones it does': {
      bugs: { repo: ['a at b.ts of 470'] },
      pulls: ['470'],
      inputs: everywhere,
      refused: ['openPulls'],
      says: `${failed} a`,
    },
    'where that scan’s list cannot be read it does': {
      scans: ['old base'],
      bugs: { repo: ['a at b.ts of 470'] },
      pulls: ['470'],
      inputs: ancestor,
      refused: ['bugs old'],
      says: `${failed} a`,
    },
    'where the commits may be cut off it does': {
      commits: numbered(250, (index) => `c${index}`),
      bugs: { repo: ['a at b.ts of 470'] },
      pulls: ['470'],
      inputs: everywhere,
      says: `${failed} a`,
    },
    'a number below 1 is no pull request': {
      bugs: { repo: ['a at b.ts of 0'] },
      pulls: ['0'],
      inputs: everywhere,
      says: `${failed} a`,
    },
  },
  'holder-of-commits: whoever holds the head or the first commit of an open pull request holds its bugs': {
    'stacked on its very head': {
      ...stacked,
      pulls: ['470 head parent'],
      says: `${failed} a`,
      spares: ['470 first', '470 former'],
    },
    'and pushed to once more, on its first commit': {
      ...stacked,
      pulls: ['470 first parent'],
      says: `${failed} a`,
      asks: ['470 first'],
    },
    'on neither': {
      ...stacked,
      pulls: ['470'],
      says: passed,
      leavesOut: 'a other-pull-request',
      asks: ['470 first', '470 former'],
    },
    'stacked on a head that it had before a rebase': { ...stacked, pulls: ['470 former parent'], says: `${failed} a` },
    'beside a former head of it': {
      ...stacked,
      pulls: ['470 former gone'],
      says: passed,
      leavesOut: 'a other-pull-request',
    },
    'where GitHub does not list all commits of a former head': {
      ...stacked,
      pulls: ['470 former cut off'],
      says: `${failed} a`,
    },
    'where GitHub does not say what it was before': {
      ...stacked,
      pulls: ['470'],
      refused: ['470 former'],
      says: `${failed} a`,
    },
    'where nobody was asked that, for lack of requests': {
      ...stacked,
      pulls: ['470'],
      notAsked: ['470 former'],
      says: 'github-error | a',
      because: 'No 470 former.',
    },
    'where its former head is one of ours': {
      ...stacked,
      former: ['gone'],
      pulls: ['470 former gone'],
      says: `${failed} a`,
    },
    'where a twin holds its head': {
      ...stacked,
      commits: ['other'],
      isHead: false,
      pulls: ['470 head head', '9 twin'],
      says: `${failed} a`,
    },
    'where GitHub does not say': { ...stacked, pulls: ['470'], refused: ['470 first'], says: `${failed} a` },
    'where nobody was asked, for lack of requests': {
      ...stacked,
      pulls: ['470'],
      notAsked: ['470 first'],
      says: 'github-error | a',
      because: 'No 470 first.',
    },
    'where nobody was asked which ones are open': {
      ...stacked,
      pulls: ['470'],
      notAsked: ['openPulls'],
      says: 'github-error | a',
    },
    'what fails without that has failed': {
      ...stacked,
      bugs: { repo: ['a at b.ts of 470 by of', 'b'] },
      pulls: ['470'],
      refused: ['470 first'],
      notAsked: ['470 first'],
      spares: ['470 first'],
      says: `${failed} b`,
      leavesOut: 'a other-pull-request',
    },
    'nobody asks where it does not decide': {
      ...stacked,
      bugs: { repo: ['a harmless at b.ts of 470 by of'] },
      pulls: ['470 first parent'],
      says: passed,
      leavesOut: 'a other-pull-request',
      spares: ['470 first'],
    },
    'of ten, and the eleventh counts': {
      ...stacked,
      bugs: { repo: numbered(11, (index) => `b${index} at b.ts of ${470 + index} by of`) },
      pulls: numbered(11, (index) => `${470 + index}`),
      says: `${failed} b0`,
      leavesOut: numbered(10, (index) => `b${index + 1} other-pull-request`)
        .toSorted()
        .join(', '),
      spares: ['470 first'],
      asks: ['480 first'],
    },
    'of which one whose head it holds is none': {
      ...stacked,
      bugs: { repo: numbered(11, (index) => `b${index} at b.ts of ${470 + index} by of`) },
      pulls: numbered(11, (index) => (index === 5 ? '475 head parent' : `${470 + index}`)),
      says: `${failed} b5`,
      leavesOut: numbered(11, (index) => `b${index} other-pull-request`)
        .filter((_, index) => index !== 5)
        .toSorted()
        .join(', '),
      asks: ['470 first'],
    },
  },
  'asked-singly: of more open pull requests than were listed those that bugs name are asked for': {
    'one that is open': { ...stacked, pulls: ['470 unlisted'], says: passed, leavesOut: 'a other-pull-request' },
    'one that is not': { ...stacked, pulls: ['471 unlisted'], says: `${failed} a`, asks: ['470 open'] },
    'where GitHub does not say': { ...stacked, pulls: ['470 unlisted'], refused: ['470 open'], says: `${failed} a` },
    'where nobody was asked, for lack of requests': {
      ...stacked,
      pulls: ['470 unlisted'],
      notAsked: ['470 open'],
      says: 'github-error | a',
    },
    'nobody asks where all are listed': { ...stacked, pulls: ['471'], says: `${failed} a`, spares: ['470 open'] },
    'nor for one that is listed': {
      ...stacked,
      pulls: ['470', '471 unlisted'],
      says: passed,
      leavesOut: 'a other-pull-request',
      spares: ['470 open'],
    },
    'ten of them, and the eleventh counts': {
      ...stacked,
      bugs: { repo: numbered(11, (index) => `b${index} at b.ts of ${470 + index} by of`) },
      pulls: numbered(11, (index) => `${470 + index} unlisted`),
      says: `${failed} b0`,
      leavesOut: numbered(10, (index) => `b${index + 1} other-pull-request`)
        .toSorted()
        .join(', '),
      spares: ['470 open'],
    },
    'a backlog of 1,100 open ones costs nothing where it is nobody’s here': {
      bugs: { repo: numbered(20, (index) => `b${index} at b.ts of ${index + 101}`) },
      pulls: ['470 unlisted'],
      says: passed,
      spares: ['120 open'],
    },
  },
  'touched-by-two-people: one that this pull request touches is another’s affair only by a full scan and for another person':
    {
      'a full scan of the commit, two people': {
        bugs: { repo: ['a of 470'] },
        pulls: ['470 by jonas'],
        inputs: everywhere,
        says: passed,
        leavesOut: 'a other-pull-request',
      },
      'the same person': {
        bugs: { repo: ['a of 470'] },
        pulls: ['470 by MARA'],
        inputs: everywhere,
        says: `${failed} a`,
      },
      'the same account under another name': {
        author: 'mara#1',
        bugs: { repo: ['a of 470'] },
        pulls: ['470 by lena#1'],
        inputs: everywhere,
        says: `${failed} a`,
      },
      'two accounts, of which one had the name before': {
        author: 'mara#1',
        bugs: { repo: ['a of 470'] },
        pulls: ['470 by mara#2'],
        inputs: everywhere,
        says: passed,
        leavesOut: 'a other-pull-request',
      },
      'two names, of which one account is not told': {
        author: 'mara#1',
        bugs: { repo: ['a of 470'] },
        pulls: ['470 by jonas'],
        inputs: everywhere,
        says: passed,
        leavesOut: 'a other-pull-request',
      },
      'one name, of which one account is not told': {
        author: 'mara#1',
        bugs: { repo: ['a of 470'] },
        pulls: ['470 by mara'],
        inputs: everywhere,
        says: `${failed} a`,
      },
      'one name, of which the other account is not told': {
        bugs: { repo: ['a of 470'] },
        pulls: ['470 by mara#1'],
        inputs: everywhere,
        says: `${failed} a`,
      },
      'somebody of whom nothing is told': {
        bugs: { repo: ['a of 470'] },
        pulls: ['470 by ?'],
        inputs: everywhere,
        says: `${failed} a`,
      },
      'where nothing is told of this one’s author': {
        author: '?',
        bugs: { repo: ['a of 470'] },
        pulls: ['470'],
        inputs: everywhere,
        says: `${failed} a`,
      },
      'a bot’s': {
        bugs: { repo: ['a of 470'] },
        pulls: ['470 by renovate[bot]'],
        inputs: everywhere,
        says: `${failed} a`,
      },
      'of a bot’s own pull request': {
        author: 'renovate[bot]',
        bugs: { repo: ['a of 470'] },
        pulls: ['470'],
        inputs: everywhere,
        says: `${failed} a`,
      },
      'by a scan that stands in': {
        scans: ['old base'],
        bugs: { repo: ['a of 470'] },
        pulls: ['470'],
        inputs: ancestor,
        says: `${failed} a`,
      },
      'by a partial scan': {
        scans: ['new partial'],
        bugs: { repo: ['a of 470'] },
        pulls: ['470'],
        says: `${failed} a`,
      },
      'where a twin is of that person': {
        bugs: { repo: ['a of 470'] },
        pulls: ['470 by jonas', '9 twin by jonas'],
        inputs: everywhere,
        says: `${failed} a`,
      },
    },
  'merge-group-holds-others: a merge group may hold what others bring in': {
    queued: {
      isQueued: true,
      isHead: false,
      bugs: { repo: ['a at b.ts of 470'] },
      pulls: ['470'],
      inputs: everywhere,
      says: `${failed} a`,
    },
    'a commit of which nobody knows the branch, as on a schedule': {
      ...noPull,
      bugs: { repo: ['a of 470'] },
      pulls: ['470'],
      inputs: everywhere,
      says: `${failed} a`,
    },
  },
  'default-branch-holds-others: so may the default branch': {
    'pushed to main': {
      ...noPull,
      pushedTo: 'main',
      bugs: { repo: ['a of 470'] },
      pulls: ['470'],
      inputs: everywhere,
      says: `${failed} a`,
      spares: ['reaches'],
    },
    'pushed to another branch': {
      ...release,
      bugs: { repo: ['a of 470'] },
      says: passed,
      leavesOut: 'a other-pull-request',
    },
    'where nobody knows which is the default': {
      ...release,
      bugs: { repo: ['a of 470'] },
      refused: ['repository'],
      says: `${failed} a`,
    },
  },
  'push-reaches-others: another branch holds what the pushed commit reaches': {
    'the very commit that introduces it': { ...release, bugs: { repo: ['a of 470 by head'] }, says: `${failed} a` },
    'one before it': { ...release, bugs: { repo: ['a of 470 by base'] }, says: `${failed} a` },
    'one before it, cut short': { ...release, bugs: { repo: ['a of 470 by base:9'] }, says: `${failed} a` },
    'not one beside it': {
      ...release,
      bugs: { repo: ['a of 470 by of'] },
      says: passed,
      leavesOut: 'a other-pull-request',
      asks: ['reaches'],
    },
    'the commit at which it was found': { ...release, bugs: { repo: ['a of 470 by of in base'] }, says: `${failed} a` },
    'neither of two beside it': {
      ...release,
      bugs: { repo: ['a of 470 by of in side'] },
      says: passed,
      leavesOut: 'a other-pull-request',
    },
    'what is no SHA may be any': {
      ...release,
      bugs: { repo: ['a of 470 by other:6'] },
      says: `${failed} a`,
    },
    'where GitHub does not compare them': {
      ...release,
      bugs: { repo: ['a of 470 by of'] },
      refused: ['reaches'],
      says: `${failed} a`,
    },
    'of one that is closed nobody compares them': {
      ...release,
      bugs: { repo: ['a of 471 by of'] },
      says: `${failed} a`,
      spares: ['reaches'],
    },
    'nor of one that does not count': {
      ...release,
      bugs: { repo: ['a at b.ts of 470 by of'] },
      inputs: { ...everywhere, isInPaths: toPathFilter(['src/**']) },
      says: passed,
      leavesOut: 'a paths',
      spares: ['reaches'],
    },
    'the first commit of that pull request, as after its merge': {
      ...release,
      pulls: ['470 first base'],
      bugs: { repo: ['a of 470 by of', 'b of 470 by side'] },
      says: `${failed} a b`,
    },
    'the first commit of a former head of it': {
      ...release,
      pulls: ['470 former base,side'],
      bugs: { repo: ['a of 470 by of'] },
      says: `${failed} a`,
    },
    'not a former head beside it': {
      ...release,
      pulls: ['470 former side'],
      bugs: { repo: ['a of 470 by of'] },
      says: passed,
      leavesOut: 'a other-pull-request',
    },
    'where GitHub does not give that one': {
      ...release,
      bugs: { repo: ['a of 470 by of'] },
      refused: ['470 first'],
      says: `${failed} a`,
      spares: ['reaches'],
    },
    'where nobody was asked to compare them': {
      ...release,
      bugs: { repo: ['a of 470 by of'] },
      notAsked: ['reaches'],
      says: 'github-error | a',
    },
    'whatever the number of commits': {
      ...release,
      pulls: ['470', '471', '472'],
      bugs: { repo: numbered(12, (index) => `b${index} of ${470 + (index % 3)} by c${10 + index}`) },
      says: passed,
      leavesOut: numbered(12, (index) => `b${index} other-pull-request`)
        .toSorted()
        .join(', '),
    },
    'the eleventh pull request is asked about no more': {
      ...release,
      pulls: numbered(11, (index) => `${470 + index}`),
      bugs: { repo: numbered(11, (index) => `b${index} of ${470 + index} by of`) },
      says: `${failed} b0`,
      leavesOut: numbered(10, (index) => `b${index + 1} other-pull-request`)
        .toSorted()
        .join(', '),
    },
    'nobody compares where it does not decide': {
      ...release,
      bugs: { repo: ['a harmless of 470 by base'] },
      says: passed,
      leavesOut: 'a other-pull-request',
      spares: ['reaches', '470 first'],
    },
    'a branch of a pull request is pushed to as well': {
      pushedTo: 'topic',
      bugs: { repo: ['a at b.ts of 470 by base', 'b at b.ts of 470 by of'] },
      pulls: ['470'],
      inputs: everywhere,
      says: `${failed} a`,
      leavesOut: 'b other-pull-request',
    },
    'of a pull request itself its own commits say it': {
      bugs: { repo: ['a at b.ts of 470 by base'] },
      pulls: ['470'],
      inputs: everywhere,
      says: passed,
      leavesOut: 'a other-pull-request',
      spares: ['reaches'],
    },
  },
  'paths: paths selects files': {
    'one that it does not select': {
      bugs: { full: ['a at b.ts'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: passed,
      leavesOut: 'a paths',
    },
    'one without a file': {
      bugs: { full: ['a nowhere'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: passed,
      leavesOut: 'a paths',
    },
    'one that the pull request renames into them': {
      files: ['src/c.ts from b.ts'],
      bugs: { full: ['a at b.ts'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: `${failed} a`,
    },
    'one that it copies into them': {
      files: ['src/c.ts from b.ts copied'],
      bugs: { full: ['a at b.ts'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: `${failed} a`,
    },
    'one that a twin renames into them': {
      bugs: { full: ['a at b.ts'] },
      pulls: ['9 twin renames src/c.ts,b.ts'],
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: `${failed} a`,
    },
    'not one that a twin renames elsewhere': {
      bugs: { full: ['a at b.ts'] },
      pulls: ['9 twin renames c.ts,b.ts'],
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: passed,
      leavesOut: 'a paths',
      asks: ['9 files'],
    },
    'where GitHub does not list all files, any may be renamed': {
      fileCount: 2,
      bugs: { full: ['a at b.ts', 'b nowhere'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: `${failed} a`,
      leavesOut: 'b paths',
    },
    'where GitHub lists no files, nobody knows': {
      bugs: { full: ['a at b.ts', 'b nowhere'] },
      refused: ['files'],
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: 'github-error | a',
      leavesOut: 'b paths',
    },
    'or out of what they leave out': {
      files: ['src/c.ts from vendor/B.ts'],
      bugs: { full: ['a at vendor/b.ts'] },
      inputs: { isInPaths: toPathFilter(['!vendor/**']) },
      says: `${failed} a`,
    },
    'or out of them': {
      files: ['c.ts from src/b.ts'],
      bugs: { full: ['a at src/b.ts'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: `${failed} a`,
    },
    'or that it has with a character that nobody sees': {
      bugs: { full: ['a at sr\u200bc/b.ts:3'] },
      inputs: { isInPaths: toPathFilter(['src/*.ts']) },
      says: `${failed} a`,
    },
    'and leaves none out for such a character': {
      bugs: { full: ['a at vendor\u200b/b.ts', 'b at vendor/b.ts'] },
      inputs: { isInPaths: toPathFilter(['!vendor/**']) },
      says: `${failed} a`,
      leavesOut: 'b paths',
    },
    'not another one': {
      files: ['src/c.ts from d.ts'],
      bugs: { full: ['a at b.ts'] },
      inputs: { isInPaths: toPathFilter(['src/**']) },
      says: passed,
      leavesOut: 'a paths',
    },
  },
  'found-since: found-since leaves out what was pending before': {
    'not in its first moment': { bugs: { full: ['a found 2d'] }, inputs: since(2), says: `${failed} a` },
    'nor opened again in it': { bugs: { full: ['a found 3d reopened 2d'] }, inputs: since(2), says: `${failed} a` },
    before: { bugs: { full: ['a found 3d'] }, inputs: since(2), says: passed, leavesOut: 'a found-since' },
    'found that very moment': { bugs: { full: ['a found 2d'] }, inputs: since(2), says: `${failed} a` },
    'reopened since': { bugs: { full: ['a found 3d reopened 1d'] }, inputs: since(2), says: `${failed} a` },
    'reopened before': {
      bugs: { full: ['a found 9d reopened 3d'] },
      inputs: since(2),
      says: passed,
      leavesOut: 'a found-since',
    },
    'introduced by this pull request': { bugs: { full: ['a found 3d of 7'] }, inputs: since(2), says: `${failed} a` },
    'where GitHub does not say what it introduces': {
      bugs: { full: ['a found 3d'] },
      inputs: since(2),
      refused: ['commits'],
      says: 'github-error | a',
    },
    'found at one of its commits': {
      bugs: { full: ['a at b.ts in parent found 3d', 'b at b.ts in of found 3d'] },
      inputs: since(2),
      says: `${failed} a`,
      leavesOut: 'b found-since',
    },
    'in a file that it adds': {
      files: ['b.ts added', 'c.ts'],
      bugs: { full: ['a at B.ts:3 found 3d', 'b at c.ts found 3d', 'c nowhere found 3d'] },
      inputs: since(2),
      says: `${failed} a`,
      leavesOut: 'b found-since, c found-since',
    },
    'also of a pull request that was closed and opened again as this one': {
      files: ['b.ts added'],
      bugs: { repo: ['a at b.ts of 6 in of found 3d'] },
      inputs: since(2),
      says: `${failed} a`,
    },
    'in a file that it copies': {
      files: ['b.ts from c.ts copied'],
      bugs: { full: ['a at b.ts found 3d'] },
      inputs: since(2),
      says: `${failed} a`,
    },
    'in the new place of one that it renames': {
      files: ['b.ts from c.ts'],
      bugs: { full: ['a at b.ts found 3d'] },
      inputs: since(2),
      says: passed,
      leavesOut: 'a found-since',
    },
    'in one that it renames': {
      files: ['c.ts from b.ts'],
      bugs: { full: ['a at b.ts found 3d'] },
      inputs: since(2),
      says: passed,
      leavesOut: 'a found-since',
    },
    'whose path cannot be compared, where it adds any file': {
      files: ['b.ts added'],
      bugs: { full: ['a at ../x.ts found 3d'] },
      inputs: since(2),
      says: `${failed} a`,
    },
    'and where it adds none': {
      bugs: { full: ['a at ../x.ts found 3d'] },
      inputs: since(2),
      says: passed,
      leavesOut: 'a found-since',
    },
    'where GitHub does not say which files it adds': {
      bugs: { full: ['a found 3d'] },
      inputs: since(2),
      refused: ['files'],
      says: 'github-error | a',
    },
    'where it may add one behind the end of a list': {
      fileCount: 2,
      bugs: { full: ['a at b.ts found 3d'] },
      inputs: since(2),
      says: `${failed} a`,
    },
    'introduced by a twin': {
      bugs: { full: ['a found 3d of 9'] },
      pulls: ['9 twin'],
      inputs: since(2),
      says: `${failed} a`,
    },
  },
  'limits: more than a limit allows fails': {
    'as many as allowed': { bugs: { full: ['a', 'b'] }, inputs: { maxSecurityBugs: 2 }, says: `${passed} a b` },
    'one more': { bugs: { full: ['a', 'b', 'c'] }, inputs: { maxSecurityBugs: 2 }, says: `${failed} a b c` },
    'bugs of any kind': { bugs: { full: ['a harmless'] }, inputs: { maxBugs: 0 }, says: `${failed} a` },
    'as many of any kind as allowed': {
      bugs: { full: ['a harmless', 'b unclassified'] },
      inputs: { maxBugs: 2 },
      says: `${passed} a b`,
    },
    'one limit alone': {
      bugs: { full: ['a', 'b'] },
      inputs: { maxSecurityBugs: 'off', maxBugs: 1 },
      says: `${failed} a b`,
    },
    'what is not classified': { bugs: { full: ['a unclassified'] }, says: `${passed} a` },
    'where that counts as security': {
      bugs: { full: ['a unclassified'] },
      inputs: { countUnclassified: true },
      says: `${failed} a`,
    },
    off: { bugs: { full: ['a'] }, inputs: { maxSecurityBugs: 'off' }, says: `${passed} a` },
  },
};

describe.each(Object.entries(book))('rule %s', (_, rows) => {
  test.each(Object.entries(rows))('%s', async (__, row) => {
    const { expected, actual } = await play(row);
    expect(actual).toEqual(expected);
  });
});

describe('whoever wants only a verdict', () => {
  const github = ['files', 'commits', 'head', 'openPulls'];
  test.each<[string, Row]>([
    ['asks nothing of GitHub where everything passes', { inputs: touched, says: 'within-threshold', spares: github }],
    [
      'nor where something fails in any case',
      { bugs: { repo: ['a'] }, inputs: everywhere, says: 'threshold-exceeded', spares: github },
    ],
    [
      'nor where this pull request introduces it',
      { bugs: { repo: ['a at b.ts of 7 found 6d'] }, says: 'threshold-exceeded', spares: github },
    ],
    [
      'asks where a bug may be another’s',
      {
        bugs: { repo: ['a at b.ts of 8'] },
        pulls: ['8'],
        inputs: everywhere,
        says: passed,
        leavesOut: 'a other-pull-request',
        asks: ['openPulls'],
      },
    ],
    [
      'asks where gate-on may leave it out',
      {
        bugs: { repo: ['a at b.ts'] },
        inputs: touched,
        says: passed,
        leavesOut: 'a gate-on',
        asks: ['files', 'head', 'openPulls'],
      },
    ],
    ['counts no settled bugs', { bugs: { full: [again] }, says: 'within-threshold', spares: ['totals full'] }],
  ])('%s', async (_, row) => {
    const { expected, actual } = await play({ ...row, wants: 'verdict' });
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
  const inBook = Object.keys(book).map((title) => title.split(':')[0]);
  expect([...new Set(names)].toSorted()).toEqual(inBook.toSorted());
});
