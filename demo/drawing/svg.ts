export type Point = readonly [x: number, y: number];

/** A number as written into a path: two decimals are finer than any screen resolution. */
export const round = (value: number): number => Math.round(value * 100) / 100;

/** The SVG document around a drawing, in user units. */
export function svgDocument(width: number, height: number, content: string): string {
  const body = content.replace(/\n\s+/g, '\n').trim();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n${body}\n</svg>\n`;
}

/** The point at an angle (degrees, clockwise from the top) and distance from a centre. */
export function polar([x, y]: Point, distance: number, degrees: number): Point {
  const radians = ((degrees - 90) * Math.PI) / 180;
  return [round(x + distance * Math.cos(radians)), round(y + distance * Math.sin(radians))];
}

/** A line along a path, with round caps and joins. */
export function curve(path: string, width: number, colour: string, extra = ''): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  const corners = radius > 0 ? ` rx="${radius}"` : '';
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${corners} fill="${fill}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, extra = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${extra}/>`;
}

/** Calls `draw` for every number from 0 to count - 1, and joins the results. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}
