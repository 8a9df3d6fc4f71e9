/** The media types of what packages contain, by the ending of a name. */
const types: ReadonlyMap<string, string> = new Map(
  Object.entries({
    html: 'text/html',
    htm: 'text/html',
    xhtml: 'application/xhtml+xml',
    css: 'text/css',
    js: 'text/javascript',
    mjs: 'text/javascript',
    json: 'application/json',
    map: 'application/json',
    xml: 'text/xml',
    xsd: 'text/xml',
    dtd: 'text/plain',
    txt: 'text/plain',
    md: 'text/plain',
    csv: 'text/csv',
    vtt: 'text/vtt',
    srt: 'text/plain',
    svg: 'image/svg+xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    bmp: 'image/bmp',
    ico: 'image/x-icon',
    cur: 'image/x-icon',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    webm: 'video/webm',
    ogv: 'video/ogg',
    mov: 'video/quicktime',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    wav: 'audio/wav',
    woff: 'font/woff',
    woff2: 'font/woff2',
    ttf: 'font/ttf',
    otf: 'font/otf',
    eot: 'application/vnd.ms-fontobject',
    pdf: 'application/pdf',
    wasm: 'application/wasm',
    webmanifest: 'application/manifest+json',
  }),
);

/** What a browser takes for bytes: of a server's script, say, nothing but its bytes is ever sent. */
const unknown = 'application/octet-stream';

/**
 * The media type of a file in a package. The ending decides, as for every web server: tools write what browsers expect.
 */
export const mediaTypeOf = (path: string): string => types.get(/\.([a-z0-9]+)$/.exec(path)?.[1] ?? '') ?? unknown;

/** Whether a file is stored compressed: texts are, media are compressed already. */
export const isCompressible = (mediaType: string): boolean =>
  /^text\/|\+xml$|javascript|json|wasm|fontobject|^font\/(ttf|otf)$|^image\/(bmp|x-icon)$/.test(mediaType);
