/** What a refusal begins with that names the classes that meet at the same time. */
export const clashWords = ({ self, learnername }: { self: boolean; learnername: string }): string =>
  `${self ? 'You' : learnername} would have two lessons at the same time. `;
