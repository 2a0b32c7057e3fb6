interface Size {
  readonly width: number
  readonly height: number
}

interface PictureRule {
  /** Of the file as it was chosen. */
  readonly megabytes: number
  /** Of the JPEG, 0 to 1. */
  readonly quality: number
  /** In pixels; a side without a limit is left out. */
  readonly box: (size: Size) => Partial<Size>
}

const landscapeOrPortrait = ({ width, height }: Size): Partial<Size> =>
  width > height ? { width: 1200 } : { height: 900 }

/** What a browser does to a picture that was just chosen, before it sends it (R3, R4). */
export const pictureRules = {
  /** In a new work. */
  upload: { megabytes: 10, quality: 0.8, box: landscapeOrPortrait },
  /** In a work that is edited. */
  edit: { megabytes: 5, quality: 0.7, box: () => ({ width: 800, height: 600 }) },
  /** A member's own photograph. */
  photo: { megabytes: 10, quality: 0.8, box: landscapeOrPortrait },
  /** Of a keyword or a situation on the gallery's home. */
  curated: { megabytes: 10, quality: 0.8, box: () => ({ width: 1200, height: 900 }) },
} as const satisfies Record<string, PictureRule>

export type PictureRuleName = keyof typeof pictureRules

/** The size in which a picture is sent: within its box, never enlarged, never without a pixel. */
export const fittedSize = (name: PictureRuleName, size: Size): Size => {
  const { width = Infinity, height = Infinity }: Partial<Size> = pictureRules[name].box(size)
  const scale = Math.min(1, width / size.width, height / size.height)
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}
