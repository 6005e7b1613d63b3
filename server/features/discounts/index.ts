export { discountPlaces, holdDiscounts, holdDiscountsAgain, type LessDiscount } from './discount-places.ts';
export { discountRows } from './rows.ts';
export { takenOff } from './taken-off.ts';
