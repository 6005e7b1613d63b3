export {
  closeEntry,
  closeEntryOf,
  closeLine,
  findOpenEntries,
  hasOffer,
  OFFER_MS,
  offerFreeSeats,
  releaseSeat,
  takeSeat,
} from './queries.ts';
