import { fitToJoin, type Question, type Verdicts } from '@fairlead/contract/fit-to-join/calls';
import { checklists } from '@fairlead/contract/fit-to-join/checklists';
import { dayAt } from '../../platform/calendar.ts';
import { Page } from '../../platform/db/pagination.ts';
import type { Actor } from '../../platform/http/access.ts';
import { Attachment, serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { xlsxType } from '../../platform/tables/xlsx.ts';
import type { Typesetter } from '../../platform/typesetting/typesetter.ts';
import { compareEditions } from './compare-editions.ts';
import { workbookOf } from './exports.ts';
import { benchFor, judgePage, judgePeople, rowsWithCourses } from './judge-people.ts';
import { peopleScopeOf } from './policy.ts';
import { printVerdicts } from './print-verdicts.ts';
import { findNamed, getChecklist, getPerson, listChecklists } from './queries.ts';
import { recordExport } from './record-export.ts';
import { changesBetween } from './rules.ts';
import { addEdition, createChecklist, setArchived } from './save-checklist.ts';
import { startingChecklists } from './starting-checklists.ts';
import { toBasis, toChecklist, toOffered, toSummary } from './wire.ts';

type Exporting = Parameters<typeof printVerdicts>[2] & {
  verdicts: Verdicts;
  /** What of the question belongs into the audit. */
  asked: Record<string, unknown>;
  actorId: string;
  ip: string;
};

/** Routes for checklists, and for the verdicts on who may join a ship. */
export const fitToJoinRoutes = (platform: Platform, typesetter: Pick<Typesetter, 'print'>) => {
  const { db, clock, config } = platform;
  const today = () => dayAt(clock(), config.timeZone);
  const present = async (id: string) => toChecklist(await getChecklist(db, id), today());

  /** What everybody is judged by: the checklist, its rows for the job with the courses, and the judge. */
  async function prepare(id: string, question: Question) {
    const checklist = await getChecklist(db, id);
    const bench = benchFor(checklist, question);
    const rows = await rowsWithCourses(db, bench, { joinsOn: question.joinsOn, today: today() });
    return { bench, basis: toBasis(checklist, bench.edition, rows) };
  }

  async function judgeOne(
    actor: Actor,
    { id, personId, question }: { id: string; personId: string; question: Question },
  ) {
    const person = await getPerson(db, peopleScopeOf(actor), personId);
    const { bench, basis } = await prepare(id, question);
    const [judged] = await judgePeople(db, bench, [person]);
    if (!judged) throw new Error('The person was not judged');
    return { ...basis, person: judged };
  }

  /** Verdicts as a file, which is audited as the export of a list of people. */
  async function exportVerdicts(format: 'pdf' | 'xlsx', { actorId, ip, asked, ...of }: Exporting) {
    const name = `fit-to-join-${today()}.${format}`;
    const file =
      format === 'pdf'
        ? new Attachment(await printVerdicts(platform, typesetter, of), 'application/pdf', name)
        : new Attachment(await workbookOf(of.verdicts, config.timeZone), xlsxType, name);
    await recordExport(db, { checklistId: of.verdicts.checklist._id, asked, actorId, ip });
    return file;
  }

  const ofChecklists = serve(checklists, {
    list: async () => ({ data: (await listChecklists(db, today())).map(toSummary) }),
    listOffered: async () => ({
      data: (await listChecklists(db, today())).filter(({ archivedAt }) => archivedAt === null).map(toOffered),
    }),
    startingSets: async () => ({ data: [...startingChecklists] }),
    get: async ({ params: { id } }) => ({ data: await present(id) }),
    create: async ({ actor, body: { name, ...input }, ip }) => {
      const id = await createChecklist(platform, { name, input, actorId: actor.accountId, ip });
      return { message: 'Checklist created.', data: await present(id) };
    },
    addEdition: async ({ actor, params: { id }, body: { seen, ...input }, ip }) => {
      await addEdition(platform, { checklistId: id, seen, input, actorId: actor.accountId, ip });
      return { message: 'Edition saved.', data: await present(id) };
    },
    setArchived: async ({ actor, params: { id }, body: { archived }, ip }) => {
      await setArchived(platform, { checklistId: id, archived, actorId: actor.accountId, ip });
      return { message: archived ? 'Checklist archived.' : 'Checklist restored.', data: await present(id) };
    },
  });

  const ofPeople = serve(fitToJoin, {
    people: async ({ actor, params: { id }, query }) => {
      const { bench, basis } = await prepare(id, query);
      const { people, next, examined, total, isBounded } = await judgePage(db, bench, peopleScopeOf(actor), query);
      return new Page({ data: { ...basis, people, examined } }, next, total, isBounded);
    },
    judgeList: async ({ actor, params: { id }, body: { people: names, format, ...question }, ip }) => {
      const { bench, basis } = await prepare(id, question);
      const found = await findNamed(db, peopleScopeOf(actor), names);
      const meaning = (fits: (count: number) => boolean) => names.filter((name) => fits(found.get(name)?.length ?? 0));
      const people = new Map(
        meaning((count) => count === 1).flatMap((name) => (found.get(name) ?? []).map((one) => [one.id, one] as const)),
      );
      const judged = await judgePeople(db, bench, [...people.values()]);
      if (format) {
        const verdicts = { ...basis, people: judged, examined: judged.length };
        const asked = { ...question, people: judged.length };
        const taking = { question, verdicts, asked, actorId: actor.accountId, ip };
        return exportVerdicts(format, taking);
      }
      const [unknown, ambiguous] = [meaning((count) => count === 0), meaning((count) => count > 1)];
      return { data: { ...basis, people: judged, examined: judged.length, unknown, ambiguous } };
    },
    person: async ({ actor, params: { id, personId }, query }) => ({
      data: await judgeOne(actor, { id, personId, question: query }),
    }),
    print: async ({ actor, params: { id }, query: { person, ...query }, ip }) => {
      const { bench, basis } = await prepare(id, query);
      const scope = peopleScopeOf(actor);
      const people = person
        ? await judgePeople(db, bench, [await getPerson(db, scope, person)])
        : (await judgePage(db, bench, scope, query)).people;
      const { q, limit: _, after: __, ...asked } = query;
      return exportVerdicts('pdf', {
        question: query,
        verdicts: { ...basis, people, examined: people.length },
        asked: { ...asked, ...(q && { searched: true }), ...(person && { person }) },
        actorId: actor.accountId,
        ip,
      });
    },
    difference: async ({ actor, params: { id }, query: { from, to, after, ...question } }) => {
      const checklist = await getChecklist(db, id);
      const before = benchFor(checklist, { ...question, edition: from });
      const later = benchFor(checklist, { ...question, edition: to });
      const { people, examined, next } = await compareEditions(db, peopleScopeOf(actor), { before, later, after });
      const changes = changesBetween(before.edition.rows, later.edition.rows, question);
      return new Page({ data: { from, to, changes, people, examined } }, next, people.length);
    },
    own: async ({ actor, params: { id }, query }) => ({
      data: await judgeOne(actor, { id, personId: actor.accountId, question: query }),
    }),
  });

  return [...ofChecklists, ...ofPeople];
};
