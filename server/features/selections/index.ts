export { deleteSelectionOf, isSelected, markSelection } from './queries.ts';
