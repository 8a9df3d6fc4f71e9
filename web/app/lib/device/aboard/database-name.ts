/** The database of what people have aboard (aboard-store.ts). */
export const aboardDatabase = 'fairlead-aboard';
