let changed = false;

/** Records that the academy's name or logo has changed: this tab then fetches the brand on every navigation. */
export const markBrandChanged = (): void => {
  changed = true;
};

export const isBrandChanged = (): boolean => changed;
