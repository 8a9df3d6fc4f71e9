import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspected, one, withManifest } from '../testing/inspected.ts';
import { manifestOf, scormPackage } from '../testing/scorm-package.ts';

const { read } = await inspected();

describe('a package', () => {
  test.each(['1.2', '2004 2nd Edition', '2004 3rd Edition', '2004 4th Edition'] as const)(
    'of %s is read',
    async (edition) => {
      const { manifest, files } = await read(scormPackage(edition));
      expect(files).toBe(4);
      expect(manifest).toMatchObject({
        edition: edition === '1.2' ? '1.2' : '2004',
        title: 'Mooring safely',
        order: null,
      });
      expect(manifest.items.map(({ id, launch, isScored }) => [id, launch, isScored])).toEqual([
        ['lesson', 'lesson/index.html', true],
        ['notes', 'notes.html', false],
      ]);
    },
  );

  test('says what its items need: prerequisites, mastery score, launch data, objectives, parameters, headings', async () => {
    const old = `<item identifier="h"><title>Part 1</title><item identifier="x" identifierref="r-a" parameters="?page=2"
      isvisible="false"><title>Deep</title><adlcp:prerequisites type="aicc_script">a</adlcp:prerequisites>
      <adlcp:masteryscore>80</adlcp:masteryscore><adlcp:datafromlms>level=2</adlcp:datafromlms></item></item></organization>`;
    const first = await read(withManifest(manifestOf('1.2', [one]).replace('</organization>', old)));
    expect(first.manifest.items.slice(1)).toMatchObject([
      { id: 'h', launch: null, depth: 0 },
      {
        id: 'x',
        launch: 'a.html?page=2',
        depth: 1,
        isVisible: false,
        prerequisites: 'a',
        masteryScore: 80,
        launchData: 'level=2',
      },
    ]);
    const more = `<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="main" satisfiedByMeasure="true">
      <imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective><imsss:objective objectiveID=" the%20 second"/>
      </imsss:objectives></imsss:sequencing><adlcp:completionThreshold minProgressMeasure="0.5"/>`;
    const second = await read(withManifest(manifestOf('2004 4th Edition', [{ ...one, more }])));
    expect(second.manifest).toMatchObject({
      order: null,
      items: [{ masteryScore: 0.6, objectives: ['main', 'the second'], completionThreshold: 0.5 }],
    });
  });

  test('says whether progress decides, in each edition and by shared rules', async () => {
    const itemWith = async (more: string, collection = '') => {
      const manifest = manifestOf('2004 4th Edition', [{ ...one, more }]);
      const { items } = (await read(withManifest(manifest.replace('<resources>', `${collection}<resources>`))))
        .manifest;
      return items[0];
    };
    const by = (attributes: string, text = '') =>
      itemWith(`<adlcp:completionThreshold ${attributes}>${text}</adlcp:completionThreshold>`);
    const decides = (completionThreshold: number | null, completedByMeasure: boolean) => ({
      completionThreshold,
      completedByMeasure,
    });
    expect(await by('completedByMeasure="true" minProgressMeasure="0.8"')).toMatchObject(decides(0.8, true));
    expect(await by('completedByMeasure="true"')).toMatchObject(decides(1, true));
    expect(await by('completedByMeasure="false" minProgressMeasure="0.8"')).toMatchObject(decides(0.8, false));
    expect(await by('minProgressMeasure="0.8"')).toMatchObject(decides(0.8, false));
    expect(await by('', '0.7')).toMatchObject(decides(0.7, true));
    const shared = `<imsss:sequencingCollection><imsss:sequencing ID="s"><imsss:objectives><imsss:primaryObjective objectiveID="main"
      satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>
      </imsss:sequencing></imsss:sequencingCollection>`;
    expect(await itemWith('<imsss:sequencing IDRef="s"/>', shared)).toMatchObject({
      masteryScore: 0.6,
      primaryObjective: 'main',
      objectives: ['main'],
    });
  });

  test('has its SCOs as items where it has no organization', async () => {
    const without = manifestOf('1.2', [one]).replace(/<organizations[\s\S]*<\/organizations>/, '<organizations/>');
    const { manifest } = await read(withManifest(without));
    expect(manifest.items).toMatchObject([{ title: 'a', launch: 'a.html', isScored: true }]);
  });

  test('says in which order its items are opened, and what is complete by its rules', async () => {
    const shared = `<imsss:sequencingCollection><imsss:sequencing ID="quiz"><imsss:limitConditions attemptLimit="2"/>
      <imsss:controlMode flow="true"/><adlseq:objectives><adlseq:objective objectiveID="pre"><adlseq:mapInfo targetObjectiveID="shared"
      readRawScore="false"/></adlseq:objective></adlseq:objectives></imsss:sequencing></imsss:sequencingCollection></manifest>`;
    const rules = `<imsss:sequencing IDRef="quiz"><imsss:controlMode choice="false" flow="true"/><imsss:sequencingRules>
      <imsss:preConditionRule><imsss:ruleConditions conditionCombination="any"><imsss:ruleCondition condition="satisfied"
      referencedObjective="pre"/><imsss:ruleCondition condition="objectiveMeasureLessThan" measureThreshold="0.5" operator="not"/>
      </imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules><imsss:rollupRules
      rollupObjectiveSatisfied="false"><imsss:rollupRule childActivitySet="atLeastCount" minimumCount="1"><imsss:rollupConditions>
      <imsss:rollupCondition condition="attempted" operator="not"/></imsss:rollupConditions><imsss:rollupAction action="completed"/>
      </imsss:rollupRule></imsss:rollupRules><imsss:objectives><imsss:primaryObjective objectiveID="own"/><imsss:objective
      objectiveID="pre"><imsss:mapInfo targetObjectiveID="sh%61red" writeSatisfiedStatus="true"/></imsss:objective></imsss:objectives>
      </imsss:sequencing><adlnav:presentation><adlnav:navigationInterface>
      <adlnav:hideLMSUI>previous</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>`;
    const nameless =
      '<imsss:sequencing><imsss:limitConditions attemptAbsoluteDurationLimit="PT30M"/><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"/></imsss:objectives></imsss:sequencing>';
    const items = [
      { ...one, more: nameless },
      { ...one, id: 'b', more: rules },
    ];
    const { manifest } = await read(withManifest(manifestOf('2004 4th Edition', items).replace('</manifest>', shared)));
    // items know their time limit, and it closes none
    expect(manifest.items[0]?.maxTimeAllowed).toBe('PT30M');
    expect(manifest.order?.children).not.toMatchObject([{ attemptAbsoluteDurationLimit: 'PT30M' }, {}]);
    expect(manifest.order).toMatchObject({
      id: 'org',
      sequencingControls: { choice: true, flow: false },
      children: [
        // an objective without an id is kept, under one that no item sees
        {
          id: 'a',
          children: [],
          primaryObjective: { objectiveID: ' ', satisfiedByMeasure: true, minNormalizedMeasure: 1 },
        },
        {
          id: 'b',
          attemptLimit: 2,
          hideLmsUi: ['previous'],
          sequencingControls: { choice: false, flow: true, rollupObjectiveSatisfied: false },
          sequencingRules: {
            preConditionRules: [
              {
                action: 'skip',
                conditionCombination: 'any',
                conditions: [
                  { condition: 'satisfied', referencedObjective: 'pre' },
                  { condition: 'objectiveMeasureLessThan', operator: 'not', parameters: { threshold: 0.5 } },
                ],
              },
            ],
          },
          rollupRules: {
            rules: [
              {
                action: 'completed',
                consideration: 'atLeastCount',
                minimumCount: 1,
                conditionCombination: 'any',
                conditions: [{ condition: 'attempted', operator: 'not' }],
              },
            ],
          },
          primaryObjective: { objectiveID: 'own' },
          objectives: [
            {
              objectiveID: 'pre',
              mapInfo: [
                { targetObjectiveID: 'shared', writeSatisfiedStatus: true },
                { targetObjectiveID: 'shared', readRawScore: false },
              ],
            },
          ],
        },
      ],
    });
    // one item leaves nothing to order
    expect(
      (await read(withManifest(manifestOf('2004 4th Edition', [{ ...one, more: rules }])))).manifest.order,
    ).toBeNull();
  });

  test('has its texts cut between characters, so that the database takes them', async () => {
    const long = `${'x'.repeat(199)}😀`;
    const items = [
      one,
      { ...one, id: 'b', more: `<imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing>` },
    ];
    const text = manifestOf('2004 4th Edition', items, { title: long }).replace(
      'identifier="org"',
      `identifier="${long}"`,
    );
    const { manifest } = await read(withManifest(text));
    expect(manifest.title).toHaveLength(200);
    expect(JSON.stringify(manifest)).not.toMatch(/\\ud[89a-f]/);
  });

  test.each(['utf-8 with a mark', 'utf-16le', 'utf-16be', 'windows-1252'])('is read in %s', async (encoding) => {
    const text = manifestOf('1.2', [one], { title: 'Sécurité' });
    const wide = Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    const bytes = {
      'utf-8 with a mark': Buffer.from(`\uFEFF${text}`),
      'utf-16le': wide,
      'utf-16be': Buffer.from(wide).swap16(),
      'windows-1252': Buffer.from(text.replace('UTF-8', 'windows-1252'), 'latin1'),
    }[encoding];
    expect((await read(withManifest(bytes ?? ''))).manifest.title).toBe('Sécurité');
  });

  test('is written into one file, texts compressed, media as they are', async () => {
    const { entries, path } = await read(scormPackage('1.2'), true);
    const file = await readFile(path);
    const bytesOf = (name: string) => {
      const { beginsAt = 0, sizeBytes = 0, isCompressed } = entries.find((entry) => entry.path === name) ?? {};
      const bytes = file.subarray(beginsAt, beginsAt + sizeBytes);
      return isCompressed ? gunzipSync(bytes) : bytes;
    };
    expect(bytesOf('lesson/index.html').toString()).toContain('Mooring lines');
    expect(bytesOf('media/line.mp4')).toEqual(Buffer.alloc(5000, 'film'));
    expect(entries.map(({ mediaType, isCompressed }) => [mediaType, isCompressed])).toEqual([
      ['text/xml', true],
      ['text/html', true],
      ['text/html', false],
      ['video/mp4', false],
    ]);
  });
});
