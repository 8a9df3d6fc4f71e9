import type { PackageItem, PackageManifest } from '@fairlead/contract/packages/calls';
import { pathOf, quoted } from '../../../platform/archives/zip-entries.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import { cut, type Element } from './manifest-element.ts';
import { readSequencing } from './read-sequencing.ts';

/** More than any course has; a manifest of 2 MB could nest some ten thousand. */
const most = {
  items: 500,
  depth: 20,
  title: 200,
  text: 4096,
  objectives: 100,
  address: 2000,
  bytes: 1_000_000,
} as const;

/** A text in one line. */
const line = (text: string, length: number = most.title) => cut(text.replace(/\s+/g, ' ').trim(), length).trim();

/**
 * Counts what is read of a manifest. Many items may refer to the same definition, so that the result can be much larger
 * than the manifest itself.
 *
 * @throws Refusal when it is more than 1 MB as JSON.
 */
function counter(): (part: unknown) => void {
  let bytes = 0;
  return (part) => {
    bytes += Buffer.byteLength(JSON.stringify(part));
    if (bytes > most.bytes)
      throw new Refusal('The manifest describes more than 1 MB of items, rules and objectives. Split the package.');
  };
}

/**
 * What a manifest says of its package: edition, title, and the items that are launched, in their order.
 *
 * @param hasFile whether the package has a file of this path (lower case, composed).
 * @throws Refusal for another kind of package, for a manifest that is not complete, and for items that lead nowhere.
 */
export function readManifest(root: Element, hasFile: (path: string) => boolean): PackageManifest {
  if (root.name === 'coursestructure')
    throw new Refusal('This is a cmi5 package. SCORM 1.2 and SCORM 2004 can be uploaded.');
  if (root.name !== 'manifest') throw new Refusal('imsmanifest.xml is not the manifest of a SCORM package.');
  const { edition, version } = editionOf(root);
  const organization = chosenOrganization(root);
  const resources = resourcesOf(root);
  const shared = new Map(
    (root.child('sequencingcollection')?.children('sequencing') ?? []).map((one) => [one.attribute('id') ?? '', one]),
  );
  const items: PackageItem[] = [];
  const count = counter();
  if (organization) collect(organization, 0);
  else collectResources();
  if (!items.some(({ launch }) => launch !== null)) throw new Refusal('The manifest has no item that can be opened.');
  const title = line(organization?.child('title')?.text ?? '') || items[0]?.title || 'Package';
  const order = edition === '2004' && organization ? readSequencing(root, organization, items, count) : undefined;
  return { edition, version, title, items, order: order ?? null };

  function collect(parent: Element, depth: number): void {
    if (depth > most.depth) throw new Refusal(`The items of the manifest are nested more than ${most.depth} deep.`);
    for (const item of parent.children('item')) {
      if (items.length >= most.items) throw new Refusal(`The package has more than ${most.items} items.`);
      const own = toItem(item, depth);
      count(own);
      items.push(own);
      collect(item, depth + 1);
    }
  }

  /** Some tools write no organization: the resources that report something are the items, by their file names. */
  function collectResources(): void {
    for (const [id, resource] of resources) {
      if (!resource.isSco || resource.href === '') continue;
      if (items.length >= most.items) throw new Refusal(`The package has more than ${most.items} items.`);
      const title =
        line(
          resource.href
            .split('/')
            .at(-1)
            ?.replace(/\.\w+$/, '') ?? '',
        ) || `Part ${items.length + 1}`;
      const own = {
        id: ownId(id),
        title,
        depth: 0,
        isScored: true,
        isVisible: true,
        launch: launchOf(title, resource, '', hasFile),
        isSelfCompleting: false,
        prerequisites: null,
        masteryScore: null,
        launchData: '',
        maxTimeAllowed: '',
        timeLimitAction: '',
        completionThreshold: null,
        objectives: [],
      };
      count(own);
      items.push(own);
    }
    if (items.length === 0)
      throw new Refusal('The manifest has no organization, which lists the items of a course, and no SCO.');
  }

  /** @throws Refusal for the name of another item. */
  function ownId(name: string): string {
    const id = line(name) || `item-${items.length + 1}`;
    if (items.some((other) => other.id === id))
      throw new Refusal(`Two items of the manifest have the name ${quoted(id)}.`);
    return id;
  }

  function toItem(item: Element, depth: number): PackageItem {
    const id = ownId(item.attribute('identifier') ?? '');
    const title = line(item.child('title')?.text ?? '') || `Part ${items.length + 1}`;
    const ref = item.attribute('identifierref');
    const resource = ref ? resources.get(ref) : undefined;
    if (ref && !resource)
      throw new Refusal(`The item ${quoted(title)} names ${quoted(ref)}, which the manifest does not have.`);
    const launch = resource ? launchOf(title, resource, item.attribute('parameters') ?? '', hasFile) : null;
    const threshold = item.child('completionthreshold');
    const sequencing = item.child('sequencing');
    // what an item says itself counts more than the definition that it refers to (IMS SS 3.3.2)
    const rules = [sequencing, shared.get(sequencing?.attribute('idref') ?? '')];
    const part = (name: string) => rules.find((one) => one?.child(name))?.child(name);
    const primary = part('objectives')?.child('primaryobjective')?.address('objectiveid');
    return {
      id,
      title,
      depth,
      launch,
      isScored: resource?.isSco ?? false,
      isVisible: item.attribute('isvisible')?.toLowerCase() !== 'false',
      isSelfCompleting: part('deliverycontrols')?.attribute('completionsetbycontent')?.toLowerCase() === 'true',
      prerequisites: line(item.child('prerequisites')?.text ?? '') || null,
      masteryScore: numberIn(item.child('masteryscore')?.text) ?? measureOf(part('objectives')),
      launchData: cut(item.child('datafromlms')?.text ?? '', most.text),
      maxTimeAllowed: line(item.child('maxtimeallowed')?.text ?? timeLimitOf(part('limitconditions')) ?? '', 30),
      timeLimitAction: line(item.child('timelimitaction')?.text ?? '', 30),
      ...thresholdOf(threshold),
      objectives: objectivesOf(part('objectives')),
      ...(primary && { primaryObjective: cut(primary, most.title) }),
    };
  }
}

/** The time limit of SCORM 2004. Items can read it, and act on it themselves (SCORM 2004 SN 3.4, RTE 4.2.15). */
const timeLimitOf = (limits: Element | undefined): string | undefined =>
  limits?.attribute('attemptabsolutedurationlimit');

/**
 * The share of progress at which an item is complete. The 4th edition says whether it decides, and means all where it
 * names none; before, the element has the share as its text.
 */
function thresholdOf(threshold: Element | undefined): Pick<PackageItem, 'completionThreshold' | 'completedByMeasure'> {
  const share = numberIn(threshold?.attribute('minprogressmeasure') ?? threshold?.text);
  const said = threshold?.attribute('completedbymeasure')?.toLowerCase();
  const completedByMeasure = said === undefined ? threshold?.text.trim() !== '' : said === 'true' || said === '1';
  if (threshold === undefined) return { completionThreshold: null };
  return { completionThreshold: share ?? (completedByMeasure ? 1 : null), completedByMeasure };
}

const numberIn = (text: string | undefined): number | null =>
  text === undefined || text === '' || !Number.isFinite(Number(text)) ? null : Number(text);

function editionOf(root: Element): Pick<PackageManifest, 'edition' | 'version'> {
  const said = line(root.child('metadata')?.child('schemaversion')?.text ?? '', 40);
  const schema = root.child('metadata')?.child('schema')?.text ?? '';
  const spaces = root.namespaces.join(' ').toLowerCase();
  if (/^(cam 1\.3|2004|1\.3)/i.test(said)) return { edition: '2004', version: said };
  if (/^1\.[12]/.test(said) && !/common cartridge/i.test(schema)) return { edition: '1.2', version: said };
  if (/adlcp_v1p3|imsss/.test(spaces)) return { edition: '2004', version: said || '2004' };
  if (/adlcp_rootv1p[12]/.test(spaces)) return { edition: '1.2', version: said || '1.2' };
  throw new Refusal(
    'The manifest does not say that this is a SCORM package. SCORM 1.2 and SCORM 2004 can be uploaded.',
  );
}

/** The default organization, or the first one; undefined where there is none. */
function chosenOrganization(root: Element): Element | undefined {
  const organizations = root.child('organizations');
  const all = organizations?.children('organization') ?? [];
  const wanted = organizations?.attribute('default');
  return all.find((one) => one.attribute('identifier') === wanted) ?? all[0];
}

type Resource = { href: string; base: string; isSco: boolean };

function resourcesOf(root: Element): Map<string, Resource> {
  const all = root.child('resources');
  const base = [root.attribute('base'), all?.attribute('base')];
  return new Map(
    (all?.children('resource') ?? []).map((resource) => [
      resource.attribute('identifier') ?? '',
      {
        href: resource.attribute('href') ?? '',
        base: [...base, resource.attribute('base')].filter(Boolean).join(''),
        isSco: resource.attribute('scormtype')?.toLowerCase() === 'sco',
      },
    ]),
  );
}

/**
 * The path by which an item is opened, with its parameters.
 *
 * @throws Refusal when it is outside of the package, or not in it.
 */
function launchOf(
  title: string,
  { href, base }: Resource,
  parameters: string,
  hasFile: (path: string) => boolean,
): string | null {
  if (href === '') return null;
  if (base.length + href.length > most.address)
    throw new Refusal(`The item ${quoted(title)} has an address of more than ${most.address} characters.`);
  const inside = 'http://package.invalid/';
  const url = URL.parse(base + href.replaceAll('\\', '/'), inside);
  if (!url || url.origin !== new URL(inside).origin)
    throw new Refusal(`The item ${quoted(title)} is outside of the package: ${quoted(href)}.`);
  const path = decoded(url.pathname.slice(1));
  if (path === undefined || !hasFile(pathOf(path)))
    throw new Refusal(`The item ${quoted(title)} opens ${quoted(href)}, which is not in the package.`);
  return url.pathname.slice(1) + withParameters(url, cut(parameters.trim(), 1000));
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The parameters of an item, added to its URL as the run-time environment of SCORM 2004 says (RTE 2.1.1). */
function withParameters({ search, hash }: URL, parameters: string): string {
  const more = parameters.replace(/^[?&]+/, '');
  if (more === '') return search + hash;
  if (more.startsWith('#')) return search + (hash || more);
  return `${search === '' ? '?' : `${search}&`}${more}${hash}`;
}

/** The score from 0 to 1 by which a primary objective of SCORM 2004 is satisfied; null for none. */
function measureOf(objectives: Element | undefined): number | null {
  const primary = objectives?.child('primaryobjective');
  if (primary?.attribute('satisfiedbymeasure')?.toLowerCase() !== 'true') return null;
  return numberIn(primary.child('minnormalizedmeasure')?.text) ?? 1;
}

function objectivesOf(objectives: Element | undefined): string[] {
  const ids = [
    ...(objectives?.children('primaryobjective') ?? []),
    ...(objectives?.children('objective') ?? []),
  ].flatMap((one) => one.address('objectiveid') || []);
  return [...new Set(ids)].slice(0, most.objectives).map((id) => cut(id, most.title));
}
