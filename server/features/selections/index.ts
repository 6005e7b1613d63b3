export { deleteSelectionOf, isSelected, markSelection } from './queries.ts';
export { selectionRows } from './rows.ts';
