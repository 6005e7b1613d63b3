export { deleteSelectionOf, isSelected, markSelection } from './queries.ts';
export { selectionPersonRows } from './rows.ts';
