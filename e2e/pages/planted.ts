/** Stands after each text of a page until React has rendered the page again. */
export const planted = 'planted difference';

/** The page of the server with each of its texts in a link, and more behind it. */
export const altered = (html: string): string =>
  html.replace(/<body[\s\S]*?(?=<script)/, (body) =>
    body.replace(/>([^<>]*\w[^<>]*)</g, `><a href="tel:112">$1</a> ${planted}<`),
  );

/** Whether a path is a page's, and not one of a file or a call. */
export const isPage = (pathname: string): boolean => !/^\/(assets|api)\/|\.\w+$/.test(pathname);
