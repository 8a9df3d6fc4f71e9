import sharp from 'sharp';

/** Pictures are drawn here, each as large as real ones. */
const drawn = (svg: string) => sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();

const portrait = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600"><rect width="480" height="600" fill="#9fb7cc"/>
  <circle cx="240" cy="230" r="110" fill="#8d5b3f"/><path d="M60 600c10-160 90-220 180-220s170 60 180 220z" fill="#12233f"/></svg>`;
const card = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="560"><rect width="900" height="560" fill="#f3ead3"/>
  <text x="60" y="110" font-size="60" font-family="sans-serif">SPECIMEN</text><rect x="60" y="170" width="220" height="280" fill="#9fb7cc"/></svg>`;
const signature = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#fff"/>
  <path d="M40 130C90 20 130 180 180 90S290 30 320 120S450 150 560 60" fill="none" stroke="#1a237e" stroke-width="7"/></svg>`;

type Upload = { name: string; mimeType: string; buffer: Buffer };

/** What a profile asks for: a portrait, an ID card and a signature. */
export async function identityDocuments(): Promise<Record<'picture' | 'idDocument' | 'signature', Upload>> {
  const file = async (name: string, svg: string) => ({ name, mimeType: 'image/jpeg', buffer: await drawn(svg) });
  return {
    picture: await file('me.jpg', portrait),
    idDocument: await file('passport.jpg', card),
    signature: await file('signature.jpg', signature),
  };
}

/** A wide picture for a course. */
export async function cover(): Promise<Upload> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#0b2444"/>
    <circle cx="800" cy="450" r="260" fill="#ff7a45"/><circle cx="800" cy="450" r="140" fill="#0b2444"/></svg>`;
  return { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await drawn(svg) };
}
