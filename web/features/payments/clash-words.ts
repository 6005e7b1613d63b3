/** What a refusal begins with that names the classes which meet at one time. */
export const clashWords = ({ self, learnername }: { self: boolean; learnername: string }): string =>
  `${self ? 'You' : learnername} would have two lessons at one time. `;
