/** How wide and high the page of a test is to begin with. */
export const desk = { width: 1280, height: 800 };
