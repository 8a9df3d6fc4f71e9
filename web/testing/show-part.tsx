import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import { brand } from './open-page.tsx';

/** Shows a part of a page that knows the academy, below a heading, until the test is over. */
export function showPart(title: string, part: ReactNode): void {
  const element = (
    <main className="p-4 text-sm text-soft">
      <h1>{title}</h1>
      {part}
    </main>
  );
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  document.title = title;
  root.render(
    <RouterProvider router={createMemoryRouter([{ id: 'root', path: '/', loader: () => brand, element }])} />,
  );
}
