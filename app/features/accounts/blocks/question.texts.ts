/** What follows a block, told before it; apart, for a recipe's page brings it to members alone. */
export const whatBlockDoes =
  'この会員のコメントは、あなたには表示されません。この会員は、あなたの作品にコメントしたり、いいねを付けたりできなくなります。ブロックしたことは、相手にもほかの方にも知らされません。'
