package roots

// slack is how many bytes after an input may be read, whatever they are.
const slack = block
