export { deleteSelectionOf, markSelection } from './queries.ts';
