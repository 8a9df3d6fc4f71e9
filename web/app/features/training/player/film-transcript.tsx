import { useState } from 'react';
import { NetworkError, viaFetch } from '../../../lib/calls/transport.ts';
import { nameOfLanguage } from '../languages.ts';
import type { Film } from '../wire.ts';

/** The text that is spoken in the film; it is fetched when it is opened. */
export function FilmTranscript({ texts }: Pick<Film, 'texts'>) {
  const transcripts = texts.filter(({ kind }) => kind === 'transcript');
  return transcripts.map(({ language, url }) => (
    <Transcript key={language} title={`Transcript, ${nameOfLanguage(language)}`} language={language} url={url} />
  ));
}

function Transcript({ title, language, url }: { title: string; language: string; url: string }) {
  const [text, setText] = useState<string>();
  async function read() {
    try {
      const answer = await viaFetch({ method: 'GET', url, headers: {}, body: undefined });
      setText(answer.status === 200 ? answer.text : failed);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      setText(failed);
    }
  }
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && (text === undefined || text === failed)) void read();
      }}
      className="rounded-md border border-line bg-surface px-4 py-3"
    >
      <summary className="cursor-pointer font-semibold">{title}</summary>
      <p lang={language} className="mt-3 max-w-text whitespace-pre-line break-words">
        {text ?? 'Loading…'}
      </p>
    </details>
  );
}

const failed = 'The transcript could not be loaded. Close and open it to try again.';
