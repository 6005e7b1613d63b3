/** The page on which a question is asked, about a class or in general. */
export const askPath = (classid?: string) => (classid ? `/ask?class=${classid}` : '/ask');
