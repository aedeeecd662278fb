/**
 * Id of the element below an order form. On phones the ordered product is shown above the fields, but arrives after
 * them, so the page is not shown before it is there.
 */
export const FORM_END = 'order-form-end';
