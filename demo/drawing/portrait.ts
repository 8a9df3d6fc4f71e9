import { chance, pick } from './chance.ts';
import { palette as p, skins } from './palette.ts';
import { circle, curve, rect, repeat } from './svg.ts';

/** The features of a portrait; everything else is derived from the seed. */
export type Look = {
  hair: 'short' | 'wavy' | 'bald' | 'bun' | 'long' | 'turban' | 'headscarf';
  beard?: 'full' | 'moustache' | 'stubble';
  /** From light (0) to dark (4). */
  skin: 0 | 1 | 2 | 3 | 4;
  glasses?: boolean;
  grey?: boolean;
};

type Tones = { skin: string; shade: string; hair: string; cloth: string };

export const portraitSize = { width: 480, height: 600 } as const;

const shades = ['#d9a27a', '#bf8259', '#a36a45', '#7f4f32', '#5f3824'] as const;

function hairBehind({ hair }: Look, tone: string, cloth: string): string {
  if (hair === 'long') return `<path d="M118 250C100 120 380 120 362 250L376 440H104Z" fill="${tone}"/>`;
  if (hair === 'bun') return circle(240, 104, 46, tone);
  if (hair === 'headscarf') return `<path d="M112 262C96 96 384 96 368 262L392 470H88Z" fill="${cloth}"/>`;
  return '';
}

function hairBefore({ hair }: Look, tone: string, cloth: string): string {
  switch (hair) {
    case 'short':
      return `<path d="M134 236C118 132 178 104 240 104S362 132 346 236C336 196 322 176 300 168C262 178 206 176 180 166C158 176 144 196 134 236Z" fill="${tone}"/>`;
    case 'wavy':
      return `<path d="M132 244C104 150 150 88 214 100C250 76 330 88 348 150C366 176 356 216 348 244C340 204 332 184 312 172C286 186 262 160 236 172C210 184 186 164 164 178C146 190 138 214 132 244Z" fill="${tone}"/>`;
    case 'long':
    case 'bun':
      return `<path d="M130 262C112 140 178 112 240 112S368 140 350 262C344 206 318 178 240 168C162 178 136 206 130 262Z" fill="${tone}"/>`;
    case 'turban':
      return `<path d="M116 214C92 108 168 62 240 62S388 108 364 214C330 176 286 160 240 134C194 160 150 176 116 214Z" fill="${cloth}"/><path d="M130 190C170 160 214 150 240 96C266 150 310 160 350 190C310 172 270 164 240 140C210 164 170 172 130 190Z" fill="#000" opacity="0.14"/>`;
    case 'headscarf':
      return `<path d="M128 272C104 116 176 98 240 98S376 116 352 272C346 196 306 160 240 156S134 196 128 272Z" fill="${cloth}"/><path d="M130 270C150 392 330 392 350 270L372 430C330 470 150 470 108 430Z" fill="${cloth}"/>`;
    case 'bald':
      return '';
  }
}

function beard({ beard: kind }: Look, tone: string): string {
  const moustache = `<path d="M196 318C206 302 228 300 240 308C252 300 274 302 284 318C266 322 250 320 240 316C230 320 214 322 196 318Z" fill="${tone}"/>`;
  const jaw =
    'M134 262C134 356 182 404 240 404S346 356 346 262C338 300 318 312 292 312C280 300 260 300 240 306C220 300 200 300 188 312C162 312 142 300 134 262Z';
  if (kind === 'full')
    return `<path d="${jaw}" fill="${tone}"/><path d="M212 334Q240 350 268 334" stroke="#7a3b2c" stroke-width="7" fill="none" stroke-linecap="round"/>`;
  if (kind === 'stubble') return `<path d="${jaw}" fill="${tone}" opacity="0.22"/>`;
  return kind === 'moustache' ? moustache : '';
}

function face(look: Look, tones: Tones): string {
  const smile = look.beard === 'full' ? '' : curve('M208 336Q240 358 272 336', 7, tones.shade);
  const glasses = look.glasses
    ? `<g fill="none" stroke="${p.ink}" stroke-width="6"><rect x="166" y="226" width="62" height="50" rx="18"/><rect x="252" y="226" width="62" height="50" rx="18"/><path d="M228 244H252M166 240L138 234M314 240L342 234"/></g>`
    : '';
  const ears = look.hair === 'headscarf' ? '' : circle(132, 262, 22, tones.shade) + circle(348, 262, 22, tones.shade);
  return `${ears}<path d="M134 240C134 150 186 122 240 122S346 150 346 240C346 346 296 396 240 396S134 346 134 240Z" fill="${tones.skin}"/>
    ${beard(look, tones.hair)}${curve('M172 216Q196 202 218 214M262 214Q284 202 308 216', 9, tones.hair)}${circle(197, 250, 10, p.ink)}${circle(283, 250, 10, p.ink)}${circle(200, 247, 3, p.chalk)}${circle(286, 247, 3, p.chalk)}
    ${curve('M240 254C236 276 230 288 240 294', 6, tones.shade)}${smile}${look.beard === 'moustache' ? beard(look, tones.hair) : ''}${glasses}`;
}

/** A white shirt with shoulder boards, or a work jacket. */
function clothes(officer: boolean, cloth: string, tones: Tones): string {
  const neck = `${rect(200, 360, 80, 96, tones.shade, 34)}`;
  const shoulders = 'M44 600V540C44 470 120 446 190 434L240 470L290 434C360 446 436 470 436 540V600Z';
  if (!officer) {
    return `${neck}<path d="${shoulders}" fill="${cloth}"/><path d="M190 434L240 520L290 434L306 452L240 560L174 452Z" fill="#000" opacity="0.16"/>${rect(236, 500, 8, 100, p.mist)}`;
  }
  const boards = repeat(
    3,
    (i) => rect(82 + i * 16, 470 - i * 6, 8, 34, p.ochre) + rect(358 - i * 16, 470 - i * 6, 8, 34, p.ochre),
  );
  return `${neck}<path d="${shoulders}" fill="${p.chalk}"/>${rect(70, 462, 70, 42, p.navy, 8)}${rect(340, 462, 70, 42, p.navy, 8)}${boards}<path d="M190 434L240 492L290 434L300 448L262 500L240 480L218 500L180 448Z" fill="${p.mist}"/><path d="M228 488H252L260 600H220Z" fill="${p.navy}"/>`;
}

/** A head and shoulders portrait as SVG content of `portraitSize`. */
export function portraitContent(seed: string, look: Look): string {
  const next = chance(seed);
  const hair = look.grey ? '#8d9299' : pick(next, ['#17130f', '#221a14', '#2c2018']);
  const tones: Tones = {
    skin: skins[look.skin],
    shade: shades[look.skin],
    hair,
    cloth: pick(next, [p.ocean, p.ember, p.blue, '#2c6e5b']),
  };
  const ground = pick(next, [p.mist, p.shallow, p.sand, '#f5e7c9']);
  const scarf = pick(next, [p.ember, p.blue, '#2c6e5b', p.navy]);
  const officer = next() < 0.5;
  return `${rect(0, 0, 480, 600, ground)}${circle(240, 280, 214, '#ffffff', 'opacity="0.42"')}${hairBehind(look, hair, scarf)}
    ${clothes(officer, tones.cloth, tones)}${face(look, tones)}${hairBefore(look, hair, scarf)}`;
}
