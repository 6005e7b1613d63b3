export { discountPlaces, holdDiscounts, holdDiscountsAgain, type LessDiscount } from './discount-places.ts';
export { discountTuition, type TuitionOff } from './discount-tuition.ts';
export { discountRows } from './rows.ts';
export { takenOff } from './taken-off.ts';
