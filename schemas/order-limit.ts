/** Maximum number of orders in a list (spec 2 §9). */
export const ORDERS_LIMIT = 100;
