/* IDs of items that every new sandbox has. */

export const VIP = 'tag--PTfLM4wQ';
export const NEWSLETTER = 'tag--bTVLjwS4';
/** ID of a folder. */
export const MEMBERSHIP = 'tag-Km9aj04Bx';
