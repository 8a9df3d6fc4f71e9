const key = 'aboardSkipped';

/** Whether the person has chosen in this tab to go on without their courses aboard. */
export const isSkipped = (): boolean => sessionStorage.getItem(key) === 'yes';
export const skipPin = (): void => sessionStorage.setItem(key, 'yes');
export const askForPin = (): void => sessionStorage.removeItem(key);
