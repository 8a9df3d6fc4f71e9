let changed = false;

/** Says that the academy has another name or mark now: from here on this tab asks for it at every step. */
export const markBrandChanged = (): void => {
  changed = true;
};

export const isBrandChanged = (): boolean => changed;
