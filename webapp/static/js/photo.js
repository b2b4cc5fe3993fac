// A photograph on its way: made small enough for the network, sent, answered.

const LONGEST_PX = 2048;
const SMALL_BYTES = 1500000;

// The picture as an element that can be drawn, upright; null when this browser cannot show it.
export async function open(file) {
  const image = new Image();
  const address = URL.createObjectURL(file);
  image.src = address;
  try {
    await image.decode();
    return image;
  } catch {
    URL.revokeObjectURL(address);
    return null;
  }
}

// What to send: smaller where that helps, otherwise the file as it is.
export async function shrink(file, image) {
  if (!image) return file;
  const longest = Math.max(image.naturalWidth, image.naturalHeight);
  if (longest <= LONGEST_PX && file.size <= SMALL_BYTES) return file;
  try {
    const scale = Math.min(1, LONGEST_PX / longest);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const smaller = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
    return smaller && smaller.size < file.size ? smaller : file;
  } catch {
    return file;
  }
}

export function release(image) {
  if (image) URL.revokeObjectURL(image.src);
}

// The files of a drop or a paste, pictures only where the browser says what they are.
export function pictureOf(transfer) {
  const files = Array.from(transfer?.files || []);
  return files.find((file) => file.type.startsWith("image/")) || files[0] || null;
}
