export { notifyOfClosing } from './letters.ts';
export { recitalRows } from './rows.ts';
