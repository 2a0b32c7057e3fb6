/** As people type it behind a name; 殿 also ends names, such as 鵜殿, so that it counts behind a space alone. */
const typedHonorific = /^(.*\S)(?:\s*(様|御中|先生)|\s+(殿))$/su

/** A name and what follows it on a parcel, which is 様 where the name was typed without one (N110). */
export const addressedName = (
  typed: string,
): { readonly name: string; readonly honorific: string; readonly isTyped: boolean } => {
  const [, name, honorific, behindSpace] = typedHonorific.exec(typed.trim()) ?? []
  const own = honorific ?? behindSpace
  return name === undefined || own === undefined
    ? { name: typed, honorific: '様', isTyped: false }
    : { name, honorific: own, isTyped: true }
}

/** 山田 花子 様; a name that was typed with its honorific stays as it is. */
export const withHonorific = (typed: string): string => (addressedName(typed).isTyped ? typed : `${typed} 様`)
