import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNone } from '../../../../testing/forms.ts';
import { showPart } from '../../../../testing/show-part.tsx';
import { expectSound } from '../../../../testing/sound.ts';
import type { PackagePreview } from './staff-package-actions.ts';
import { WhatIsInIt } from './staff-package-forms.tsx';

const item = {
  ...{ id: 'lesson', title: 'Mooring lines', depth: 0, launch: 'a.html', isScored: true, isVisible: true },
  ...{ isSelfCompleting: false, prerequisites: null, masteryScore: 80, launchData: '', maxTimeAllowed: '' },
  ...{ timeLimitAction: '', completionThreshold: null, objectives: [] },
};
const preview: PackagePreview = {
  ...{ edition: '1.2', version: '1.2', title: 'Mooring safely', items: [item], order: null },
  ...{ files: 4, bytes: 12_000 },
};
const address =
  'https://cdn.example/authoring/player-with-a-very-long-name-that-has-to-break-somewhere.min.js?version=2026';

test('a package that needs scripts from elsewhere says so, with their addresses', async () => {
  showPart('Package', <WhatIsInIt preview={{ ...preview, scriptsElsewhere: [address, '//cdn.example/b.js'] }} />);
  await expect.element(page.getByText(/^This package needs scripts from elsewhere/)).toBeVisible();
  const addresses = page.getByRole('list', { name: 'Scripts from elsewhere' });
  await expect.element(addresses.getByText(address)).toBeVisible();
  await expect.element(addresses.getByText('//cdn.example/b.js')).toBeVisible();
  await expectSound('package that needs scripts from elsewhere');
});

test('a package with all that it needs says nothing of it', async () => {
  showPart('Package', <WhatIsInIt preview={preview} />);
  await expect.element(page.getByText('Mooring lines')).toBeVisible();
  await expectNone(page.getByText(/needs scripts from elsewhere/));
});
